import { formatDate } from '../../shared/dates/calendar-date.ts';
import { computeTotals } from '../../shared/documents/totals.ts';
import { DEFAULT_CURRENCY as USD } from '../../shared/money/currencies.ts';
import { formatDecimal, formatQuantity, formatRate } from '../../shared/money/decimal.ts';
import { formatMoney, money } from '../../shared/money/money.ts';

/** What the pictured invoice says, as an owner would type it. */
const TYPED = {
  invoiceNumber: 'INV-2026-0418',
  issueDate: '2026-11-21',
  dueDate: '2026-12-05',
  taxRate: '5.50',
  lineItems: [
    { description: 'Planting plan, front and side garden', quantity: '1.00', unitPrice: '1850.00' },
    { description: 'Site visits', quantity: '3.00', unitPrice: '160.00' },
    {
      description: 'Coastal meadow mix, supplied and sown',
      quantity: '12.50',
      unitPrice: '48.00',
    },
    { description: 'Dry-stone edging, per foot', quantity: '42.00', unitPrice: '38.50' },
  ],
};

const totals = computeTotals({
  currency: USD,
  lines: TYPED.lineItems,
  taxRate: TYPED.taxRate,
});

/**
 * The invoice in pictures of the product: a business that could be yours. Its figures are the
 * product's own arithmetic. Amounts of lines are bare ("1,850.00"), those below carry the $ sign.
 */
export const SAMPLE_INVOICE = {
  business: { name: 'Marram Landscape Studio', address: '14 Wharf Street, Portland, ME 04101' },
  customer: { name: 'Eleanor Whitcomb', initials: 'EW', place: 'Peaks Island, ME' },
  invoiceNumber: TYPED.invoiceNumber,
  issueDate: formatDate(TYPED.issueDate),
  dueDate: formatDate(TYPED.dueDate),
  lines: TYPED.lineItems.map((line, index) => ({
    description: line.description,
    quantity: formatQuantity(line.quantity),
    unitPrice: formatDecimal(line.unitPrice),
    total: formatDecimal(totals.lines[index]?.total ?? '0.00'),
  })),
  subtotal: formatMoney(money(totals.subtotal, USD)),
  taxLabel: `Tax (${formatRate(TYPED.taxRate)}%)`,
  taxAmount: formatMoney(money(totals.taxAmount, USD)),
  total: formatMoney(money(totals.total, USD)),
} as const;

/** The business's mark, as strokes of 3.2 in a square of 40. */
export const SAMPLE_MARK =
  'M20 35V5M14.5 35c0-10.5-2.5-19-8.5-24.5M25.5 35c0-10.5 2.5-19 8.5-24.5M9 35c0-5.5-1.7-9-5-12M31 35c0-5.5 1.7-9 5-12';

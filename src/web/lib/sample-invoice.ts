import { formatDate } from '../../shared/dates/calendar-date.ts';
import { documentTotals } from '../../shared/invoices/invoice-totals.ts';
import {
  formatDecimal,
  formatMoney,
  formatQuantity,
  formatRate,
} from '../../shared/money/hundredths.ts';

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

const totals = documentTotals(TYPED.lineItems, TYPED.taxRate);

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
    total: formatDecimal(totals.lineTotals[index] ?? '0.00'),
  })),
  subtotal: formatMoney(totals.subtotal),
  taxLabel: `Tax (${formatRate(TYPED.taxRate)}%)`,
  taxAmount: formatMoney(totals.taxAmount),
  total: formatMoney(totals.total),
} as const;

/** The business's mark, as strokes of 3.2 in a square of 40. */
export const SAMPLE_MARK =
  'M20 35V5M14.5 35c0-10.5-2.5-19-8.5-24.5M25.5 35c0-10.5 2.5-19 8.5-24.5M9 35c0-5.5-1.7-9-5-12M31 35c0-5.5 1.7-9 5-12';

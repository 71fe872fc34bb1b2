import type { CalendarDate } from '../dates/calendar-date.ts';
import { formatDate } from '../dates/calendar-date.ts';
import { adjustedLabel } from '../invoices/adjusted-label.ts';
import type { SettledAmounts, SettledBy } from '../invoices/invoice-status.ts';
import { settledBy } from '../invoices/invoice-status.ts';
import type { Decimal } from '../money/decimal.ts';
import { isZero } from '../money/decimal.ts';
import type { Money } from '../money/money.ts';
import {
  formatMoney,
  formatMoneyOrNone,
  isPositive,
  money,
  negateMoney,
  noMoney,
  subtractMoney,
  sumMoneyIn,
} from '../money/money.ts';
import { describeCharge } from '../payments/automatic-payment.ts';
import type { DocumentData, LabelledValue, TotalRow } from './document-data.ts';
import { CUSTOMER_LABELS } from './document-data.ts';
import type {
  BusinessForDocument,
  CustomerForDocument,
  SheetForDocument,
} from './document-sheet.ts';
import { documentSheet, metaRows } from './document-sheet.ts';
import { openInstallments } from './installments/schedule-installments.ts';
import { installmentRows, planLabel, planTable } from './installments/sheet-installments.ts';
import { invoiceTitle } from './invoice-title.ts';

/** An invoice as its PDF needs it. */
export interface InvoiceForDocument extends SheetForDocument {
  status: 'draft' | 'sent' | 'paid' | 'overdue';
  /** When paid: the day of the payment and its method (cash, check, card, bank_transfer, other). */
  paidAt?: CalendarDate | null;
  paymentMethod?: string | null;
  /** What settles it so far; nothing unless told. */
  settled?: SettledAmounts | undefined;
  /** The saved card that is charged for it by itself. */
  charge?: { card: string; date: CalendarDate } | undefined;
}

export interface InvoiceDocumentInput {
  invoice: InvoiceForDocument;
  /** null while none has been chosen in the editor. */
  customer: CustomerForDocument | null;
  business: BusinessForDocument;
  /** The invoice's page. Drawn only when the invoice is open and has an amount due. */
  payUrl?: string | null;
  /** Whether that page takes payments; otherwise the code invites to look and not to pay. */
  paysOnline?: boolean;
}

const PAID_BY: Record<string, string> = {
  cash: 'in cash',
  check: 'by check',
  card: 'by card',
  stripe: 'by card',
  paypal: 'by PayPal',
  bank_transfer: 'by bank transfer',
};

/** What stands on one that is settled otherwise than by money. */
const SETTLED = {
  write_off: { kind: 'expired', text: 'WRITTEN OFF' },
  refund: { kind: 'expired', text: 'REFUNDED' },
  credit: { kind: 'expired', text: 'CREDITED' },
  payment: undefined,
} as const;

const STATUS = {
  paid: { kind: 'paid', text: 'PAID' },
  overdue: { kind: 'overdue', text: 'OVERDUE' },
  draft: { kind: 'draft', text: 'DRAFT' },
  sent: undefined,
} as const;

/**
 * The document of an invoice, for the PDF and for the preview beside the editor alike.
 * Pure, and total for well-formed decimals and dates.
 */
export function invoiceDocument(input: InvoiceDocumentInput): DocumentData {
  const { invoice, customer, business } = input;
  const status = STATUS[invoice.status];
  const customerLabel = CUSTOMER_LABELS.invoice;
  const sheet = documentSheet({ sheet: invoice, customer, customerLabel, business });
  const { amount, less } = balance(invoice);
  const { charge } = invoice;
  const charged: LabelledValue[] = charge ? [['Payment', chargeInTwoLines(charge)]] : [];
  const data: DocumentData = {
    ...sheet,
    title: invoiceTitle({ depositEstimate: invoice.depositOf, whole: invoice.figures.whole }),
    hero: hero(invoice, amount),
    meta: [...metaRows(invoice, 'Due'), ...charged],
  };
  const { installments, currency, settled } = invoice;
  if (settled && installments.length > 0) {
    const rows = installmentRows(installments, currency, {
      amount: settledAmount(invoice).amount,
      isAllPaid: [settled.amountCredited, settled.amountAdjusted, settled.amountWrittenOff].every(
        isZero,
      ),
    });
    Object.assign(data, planTable(rows, planLabel(invoice)));
  }
  if (less.length > 0) {
    // Under groups, the total begins one of its own.
    const total: TotalRow = invoice.figures.whole ? [...sheet.grand, 'group'] : sheet.grand;
    data.totals = [...sheet.totals, total, ...less];
    data.grand = [data.hero.label, data.hero.value];
  }
  const open = invoice.status === 'sent' || invoice.status === 'overdue';
  const nothingDue = amount !== null && !isPositive(amount);
  if (open && input.payUrl && !nothingDue) {
    const asks = input.paysOnline && !charge;
    data.pay = { caption: asks ? 'Scan to pay' : 'Scan to view', url: input.payUrl };
  }
  const settledWithout = SETTLED[readSettledBy(invoice)];
  if (settledWithout) data.status = settledWithout;
  else if (status) data.status = status;
  return data;
}

/** Where it does not fit into one line, its date stays whole. */
const chargeInTwoLines = (charge: { card: string; date: CalendarDate }): string =>
  describeCharge(charge).replace(formatDate(charge.date), (day) => day.replaceAll(' ', '\u00A0'));

interface Balance {
  /** What is still due, or what of a paid invoice stays paid. */
  amount: Money | null;
  /** Why that is less than the total. */
  less: LabelledValue[];
}

/** The total, unless a part of it has come already, has gone back or was given up. */
function balance({ status, currency, figures, settled }: InvoiceForDocument): Balance {
  if (figures.total === null) return { amount: null, less: [] };
  const total = money(figures.total, currency);
  const of = (amount: Decimal = '0') => money(amount, currency);
  const paid = of(settled?.amountPaid);
  const refunded: LabelledValue[] = lowered(adjustedLabel(status), of(settled?.amountAdjusted));
  const writtenOff = lowered('Written off', of(settled?.amountWrittenOff));
  const credited = lowered('Credited', of(settled?.amountCredited));
  if (status === 'paid') {
    const less = [...credited, ...refunded, ...writtenOff];
    return less.length > 0 ? { amount: paid, less } : { amount: total, less };
  }
  const less = [...credited, ...lowered('Received', paid), ...refunded, ...writtenOff];
  return { amount: subtractMoney(total, settledAmount({ currency, settled })), less };
}

/** What of the total is no longer due. */
function settledAmount({ currency, settled }: Pick<InvoiceForDocument, 'currency' | 'settled'>) {
  const of = (amount: Decimal = '0') => money(amount, currency);
  return sumMoneyIn(currency, [
    of(settled?.amountPaid),
    of(settled?.amountCredited),
    of(settled?.amountAdjusted),
    of(settled?.amountWrittenOff),
  ]);
}

/** How a paid invoice was settled; one that is open counts as asking for money. */
const readSettledBy = ({ status, settled }: InvoiceForDocument): SettledBy =>
  status === 'paid' && settled ? settledBy(settled) : 'payment';

const lowered = (label: string, amount: Money): LabelledValue[] =>
  isPositive(amount) ? [[label, formatMoney(negateMoney(amount))]] : [];

/** '$300.00 due Dec 23, 2026', of a plan with more than that open. */
function nextInstallment(invoice: InvoiceForDocument): string | undefined {
  const { installments, currency } = invoice;
  const whole = installments.flatMap((each) =>
    each.amount === null ? [] : { ...each, amount: each.amount },
  );
  if (whole.length < installments.length) return undefined;
  const settled = settledAmount(invoice).amount;
  const [next, ...later] = openInstallments(whole, settled, currency).filter(
    ({ amountDue }) => !isZero(amountDue),
  );
  if (!next?.dueDate || later.length === 0) return undefined;
  return `${formatMoney(money(next.amountDue, currency))} due ${formatDate(next.dueDate)}`;
}

function hero(invoice: InvoiceForDocument, amount: Money | null): DocumentData['hero'] {
  const value = formatMoneyOrNone(amount);
  if (invoice.status !== 'paid') {
    const next = nextInstallment(invoice);
    if (next) return { label: 'Amount due', value, note: next, isOnlyHere: true };
    const asks = amount === null || isPositive(amount);
    const note = invoice.endDate && asks ? `Due ${formatDate(invoice.endDate)}` : '';
    return { label: 'Amount due', value, note };
  }
  const way = readSettledBy(invoice);
  if (way === 'write_off' && !isPositive(amount ?? noMoney(invoice.currency))) {
    return { label: 'Amount due', value, note: 'Written off' };
  }
  if (way === 'write_off') return { label: 'Amount paid', value, note: 'The rest is written off' };
  if (way === 'refund') return { label: 'Amount due', value, note: 'Refunded' };
  if (way === 'credit') return { label: 'Amount due', value, note: 'Settled by credit' };
  const day = invoice.paidAt ? ` ${formatDate(invoice.paidAt)}` : '';
  const method = PAID_BY[invoice.paymentMethod ?? ''];
  return { label: 'Amount paid', value, note: `Paid${day}${method ? ` ${method}` : ''}` };
}

import type { Decimal } from '../money/decimal.ts';
import { isZero } from '../money/decimal.ts';

export const INVOICE_STATUSES = ['draft', 'sent', 'paid', 'overdue'] as const;
export type InvoiceStatus = (typeof INVOICE_STATUSES)[number];

export const PAYMENT_METHODS = ['cash', 'check', 'card', 'bank_transfer', 'other'] as const;
export type PaymentMethod = (typeof PAYMENT_METHODS)[number];

/**
 * 'review': money came that is not what was asked for; it counts once the owner has looked.
 * 'reversed': taken back (a status set by hand, a dispute lost). 'refunded': given back whole.
 */
export const PAYMENT_STATUSES = [
  'pending',
  'completed',
  'failed',
  'reversed',
  'refunded',
  'review',
] as const;

/** What of an invoice's total is no longer due. */
export interface SettledAmounts {
  amountPaid: Decimal;
  amountCredited: Decimal;
  /** Refunded, and not owed again. */
  amountAdjusted: Decimal;
  amountWrittenOff: Decimal;
}

/** What left nothing due on an invoice. */
export const SETTLEMENTS = ['payment', 'refund', 'credit', 'write_off'] as const;
export type SettledBy = (typeof SETTLEMENTS)[number];

/**
 * What was given up tells more than what came; where no money was kept, it was refunded and is not owed
 * again, or credit settled it.
 * @param amounts of an invoice on which nothing is due
 */
export function settledBy(amounts: SettledAmounts): SettledBy {
  if (!isZero(amounts.amountWrittenOff)) return 'write_off';
  if (!isZero(amounts.amountPaid)) return 'payment';
  if (!isZero(amounts.amountAdjusted)) return 'refund';
  return isZero(amounts.amountCredited) ? 'payment' : 'credit';
}

/**
 * What is said of an invoice, on badges and in files: its status, unless nothing was ever due on it, or
 * nobody has paid what was given up or credited, or what was paid went back.
 */
export const INVOICE_STANDINGS = [
  ...INVOICE_STATUSES,
  'nothing_due',
  'refunded',
  'credited',
  'written_off',
] as const;
export type InvoiceStanding = (typeof INVOICE_STANDINGS)[number];

const SETTLED_STANDINGS = {
  payment: 'paid',
  refund: 'refunded',
  credit: 'credited',
  write_off: 'written_off',
} as const satisfies Record<SettledBy, InvoiceStanding>;

/** What of an invoice its standing follows from. */
export interface StandingFacts extends SettledAmounts {
  status: InvoiceStatus;
  amountDue: Decimal;
}

export function readStanding(facts: StandingFacts): InvoiceStanding {
  const { status, amountDue } = facts;
  if (status === 'paid') return SETTLED_STANDINGS[settledBy(facts)];
  return status === 'sent' && isZero(amountDue) ? 'nothing_due' : status;
}

/**
 * By what lists of invoices are filtered. 'unpaid' is what is sent and overdue and on which something is
 * due; 'paid' is all that is settled, of which 'written_off' is what was given up, if only in part, and
 * 'paid_or_credited' the rest.
 */
export const INVOICE_FILTERS = [
  'all',
  'unpaid',
  ...INVOICE_STATUSES,
  'paid_or_credited',
  'written_off',
] as const;
export type InvoiceFilter = (typeof INVOICE_FILTERS)[number];

export const PAYMENT_METHOD_LABELS: Record<PaymentMethod, string> = {
  cash: 'Cash',
  check: 'Check',
  card: 'Card',
  bank_transfer: 'Bank transfer',
  other: 'Other',
};

/** 'Visa ending 4242' or 'Bank transfer'; undefined of what nobody said. */
export const paidWith = (payment: {
  methodDetail: string | null;
  paymentMethod: PaymentMethod | null;
}): string | undefined =>
  payment.methodDetail ??
  (payment.paymentMethod ? PAYMENT_METHOD_LABELS[payment.paymentMethod] : undefined);

export const INVOICE_STATUS_LABELS: Record<InvoiceStatus, string> = {
  draft: 'Draft',
  sent: 'Sent',
  paid: 'Paid',
  overdue: 'Overdue',
};

export const INVOICE_STANDING_LABELS: Record<InvoiceStanding, string> = {
  ...INVOICE_STATUS_LABELS,
  nothing_due: 'Nothing due',
  refunded: 'Refunded',
  credited: 'Credited',
  written_off: 'Written off',
};

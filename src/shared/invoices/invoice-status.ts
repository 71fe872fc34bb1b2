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

/** What left nothing due on an invoice. */
export const SETTLEMENTS = ['payment', 'credit', 'write_off'] as const;
export type SettledBy = (typeof SETTLEMENTS)[number];

/**
 * What was given up tells more than what came; credit alone settled it where nothing came that was kept.
 * @param amounts of an invoice on which nothing is due
 */
export function settledBy(
  amounts: Record<'amountPaid' | 'amountCredited' | 'amountWrittenOff', Decimal>,
): SettledBy {
  if (!isZero(amounts.amountWrittenOff)) return 'write_off';
  return isZero(amounts.amountPaid) && !isZero(amounts.amountCredited) ? 'credit' : 'payment';
}

/** How customers read of an adjustment. Of an open invoice all may have gone back, and a part of it be owed. */
export const adjustedLabel = (status: InvoiceStatus): string =>
  status === 'paid' ? 'Refunded' : 'Refunded, not owed again';

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

import type { Decimal } from '../money/money.ts';
import { hundredths } from '../money/money.ts';

/** What of a payment decides how much of its invoice it settles. */
export interface SettlingPayment {
  status: string;
  amount: Decimal;
  refundedAmount: Decimal;
  /** Of what was given back, what the owner says is owed again; nothing where it is not told. */
  stillOwedAmount?: Decimal | undefined;
}

/**
 * How much of an invoice a payment settles, in hundredths. A part that is given back stays settled,
 * unless the owner says that it is owed again; of a payment that is given back whole nothing does.
 */
export function settledAmount(payment: SettlingPayment): bigint {
  if (payment.status !== 'completed') return 0n;
  const [amount, refunded, stillOwed] = [
    hundredths(payment.amount),
    hundredths(payment.refundedAmount),
    hundredths(payment.stillOwedAmount ?? '0'),
  ];
  if (refunded > 0n && refunded >= amount) return 0n;
  return amount - (stillOwed < refunded ? stillOwed : refunded);
}

/**
 * Whether payments pay an invoice. It follows from what they are now and from nothing else, so that
 * the order in which they, their refunds and their disputes became known makes no difference.
 */
export function isPaidBy(payments: readonly SettlingPayment[], total: Decimal): boolean {
  const counted = payments.filter(
    (payment) =>
      payment.status === 'completed' &&
      (settledAmount(payment) > 0n || hundredths(payment.amount) === 0n),
  );
  const settled = counted.reduce((sum, payment) => sum + settledAmount(payment), 0n);
  return counted.length > 0 && settled >= hundredths(total);
}

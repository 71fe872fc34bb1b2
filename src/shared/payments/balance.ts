/**
 * What of an invoice has been paid, and what is due: the one place that computes it, for the server,
 * the PDF and the web. Sums over many invoices are made in SQL, by the same rule:
 * server/features/ledger/payment-sums.ts.
 */
import type { Decimal } from '../money/hundredths.ts';
import { hundredths, toDecimal } from '../money/hundredths.ts';

/** What of a payment decides about its invoice. */
export interface BalancePayment {
  status: string;
  amount: Decimal;
  /** What was given back of it. */
  refundedAmount: Decimal;
  /** Of that, what the owner says is owed again; nothing where it is not told. */
  stillOwedAmount?: Decimal | undefined;
}

export interface Balance {
  /** What came and was not given back. */
  received: Decimal;
  /** What is still to come; never below zero. */
  due: Decimal;
  /** What came beyond the total. */
  overpaid: Decimal;
  /**
   * Whether the payments pay the invoice. It follows from what they are now and from nothing else, so
   * that the order in which they, their refunds and their disputes became known makes no difference.
   */
  isPaid: boolean;
}

/** Whether its amount counts as money received. */
export function countsAsReceived({ status }: Pick<BalancePayment, 'status'>): boolean {
  return status === 'completed';
}

/** What of a payment has not been given back, in hundredths. */
export function leftOfPayment(payment: Pick<BalancePayment, 'amount' | 'refundedAmount'>): bigint {
  return hundredths(payment.amount) - hundredths(payment.refundedAmount);
}

/**
 * @param invoice with its payments; one that is stored as `paid` asks for nothing, though a part of
 *   what came was given back
 */
export function computeBalance(invoice: {
  total: Decimal;
  payments: readonly BalancePayment[];
  status?: string;
}): Balance {
  const counted = invoice.payments.filter(countsAsReceived);
  const total = hundredths(invoice.total);
  const received = counted.reduce((sum, payment) => sum + leftOfPayment(payment), 0n);
  const settled = counted.reduce((sum, payment) => sum + settledBy(payment), 0n);
  return {
    received: toDecimal(received),
    due: toDecimal(invoice.status === 'paid' ? 0n : atLeastNone(total - received)),
    overpaid: toDecimal(atLeastNone(received - total)),
    isPaid:
      settled >= total &&
      counted.some((payment) => settledBy(payment) > 0n || hundredths(payment.amount) === 0n),
  };
}

/**
 * How much of its invoice a payment settles. A part that is given back stays settled, unless the
 * owner says that it is owed again; of a payment that is given back whole nothing does.
 */
function settledBy(payment: BalancePayment): bigint {
  const refunded = hundredths(payment.refundedAmount);
  const stillOwed = hundredths(payment.stillOwedAmount ?? '0');
  const left = leftOfPayment(payment);
  if (refunded > 0n && left <= 0n) return 0n;
  return left + atLeastNone(refunded - stillOwed);
}

/** The payment with which the total was reached; what came later came too much. */
export function payingPayment<T extends BalancePayment>(invoice: {
  total: Decimal;
  payments: readonly T[];
}): T | undefined {
  const counted = invoice.payments.filter(countsAsReceived);
  let received = 0n;
  const reached = counted.find((payment) => {
    received += leftOfPayment(payment);
    return received >= hundredths(invoice.total);
  });
  return reached ?? counted.at(-1);
}

/** Where only the sum of what came is known: what is still due of a total. */
export function amountDue(total: Decimal, received: Decimal): Decimal {
  return toDecimal(atLeastNone(hundredths(total) - hundredths(received)));
}

/** What is still to come on open invoices, of which some may have had too much. */
export function sumDue(parts: readonly { total: Decimal; received: Decimal }[]): Decimal {
  return toDecimal(
    parts.reduce((sum, part) => sum + hundredths(part.total) - hundredths(part.received), 0n),
  );
}

/**
 * What of a paid invoice has gone back to its customer: it stays paid, with less received than its
 * total. undefined where nothing has, and where it is not known what came.
 */
export function refundedPart(invoice: {
  status: string;
  total: Decimal | null;
  amountReceived: Decimal;
}): Decimal | undefined {
  const { status, total, amountReceived } = invoice;
  if (status !== 'paid' || total === null || hundredths(amountReceived) <= 0n) return undefined;
  const back = hundredths(total) - hundredths(amountReceived);
  return back > 0n ? toDecimal(back) : undefined;
}

const atLeastNone = (amount: bigint): bigint => (amount > 0n ? amount : 0n);

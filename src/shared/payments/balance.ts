/**
 * What of an invoice has been paid, and what is due: the one place that computes it, for the server,
 * the PDF and the web. Sums over many invoices are made in SQL, by the same rule:
 * server/features/ledger/payment-sums.ts.
 */
import type { Decimal } from '../money/decimal.ts';
import type { Money } from '../money/money.ts';
import { fromMinorUnits, minorUnits, money, subtractMoney, sumMoney } from '../money/money.ts';

/** What of a payment decides about its invoice. Its amounts are all in its own currency. */
export interface BalancePayment extends Money {
  status: string;
  /** What was given back of it. */
  refundedAmount: Decimal;
  /** Of that, what the owner says is owed again; nothing where it is not told. */
  stillOwedAmount?: Decimal | undefined;
}

/** What an invoice asks for, with the payments that came for it. */
interface PaidInvoice<T extends BalancePayment = BalancePayment> {
  currency: string;
  total: Decimal;
  payments: readonly T[];
}

export interface Balance {
  /** What came and was not given back. */
  received: Money;
  /** What is still to come; never below zero. */
  due: Money;
  /** What came beyond the total. */
  overpaid: Money;
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

/** Those that count towards an invoice: what came in another currency than it asks for does not. */
const counted = <T extends BalancePayment>({ currency, payments }: PaidInvoice<T>) =>
  payments.filter((payment) => countsAsReceived(payment) && payment.currency === currency);

/** What of a payment has not been given back. */
export function leftOfPayment(payment: Money & Pick<BalancePayment, 'refundedAmount'>): Money {
  return subtractMoney(payment, money(payment.refundedAmount, payment.currency));
}

/**
 * @param invoice with its payments; one that is stored as `paid` asks for nothing, though a part of
 *   what came was given back
 */
export function computeBalance(invoice: PaidInvoice & { status?: string }): Balance {
  const { currency } = invoice;
  const those = counted(invoice);
  const total = minorUnits(money(invoice.total, currency));
  const received = those.reduce((sum, payment) => sum + minorUnits(leftOfPayment(payment)), 0n);
  const settled = those.reduce((sum, payment) => sum + settledBy(payment), 0n);
  const due = invoice.status === 'paid' ? 0n : atLeastNone(total - received);
  return {
    received: fromMinorUnits(received, currency),
    due: fromMinorUnits(due, currency),
    overpaid: fromMinorUnits(atLeastNone(received - total), currency),
    isPaid:
      settled >= total &&
      those.some((payment) => settledBy(payment) > 0n || minorUnits(payment) === 0n),
  };
}

/**
 * How much of its invoice a payment settles. A part that is given back stays settled, unless the
 * owner says that it is owed again; of a payment that is given back whole nothing does.
 */
function settledBy(payment: BalancePayment): bigint {
  const { currency, refundedAmount, stillOwedAmount = '0' } = payment;
  const refunded = minorUnits(money(refundedAmount, currency));
  const stillOwed = minorUnits(money(stillOwedAmount, currency));
  const left = minorUnits(leftOfPayment(payment));
  if (refunded > 0n && left <= 0n) return 0n;
  return left + atLeastNone(refunded - stillOwed);
}

/** The payment with which the total was reached; what came later came too much. */
export function payingPayment<T extends BalancePayment>(invoice: PaidInvoice<T>): T | undefined {
  const those = counted(invoice);
  let left = minorUnits(money(invoice.total, invoice.currency));
  const reached = those.find((payment) => {
    left -= minorUnits(leftOfPayment(payment));
    return left <= 0n;
  });
  return reached ?? those.at(-1);
}

/** Where only the sum of what came is known: what is still due of a total. */
export function amountDue(total: Money, received: Money): Money {
  return fromMinorUnits(atLeastNone(minorUnits(subtractMoney(total, received))), total.currency);
}

/** What is still to come on open invoices, by currency; some of them may have had too much. */
export function sumDue(
  parts: readonly { currency: string; total: Decimal; received: Decimal }[],
): Money[] {
  return sumMoney(
    parts.map(({ currency, total, received }) =>
      subtractMoney(money(total, currency), money(received, currency)),
    ),
  );
}

/**
 * What of a paid invoice has gone back to its customer: it stays paid, with less received than its
 * total. undefined where nothing has, and where it is not known what came.
 */
export function refundedPart(invoice: {
  status: string;
  currency: string;
  total: Decimal | null;
  amountReceived: Decimal;
}): Money | undefined {
  const { status, currency, total } = invoice;
  const received = money(invoice.amountReceived, currency);
  if (status !== 'paid' || total === null || minorUnits(received) <= 0n) return undefined;
  const back = subtractMoney(money(total, currency), received);
  return minorUnits(back) > 0n ? back : undefined;
}

const atLeastNone = (amount: bigint): bigint => (amount > 0n ? amount : 0n);

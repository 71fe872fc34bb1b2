/**
 * What settles an invoice, and what is due: the one place that computes it, for the server, the PDF
 * and the web. What it comes to stands on the invoice's row, which sums and lists read.
 */
import type { CalendarDate } from '../dates/calendar-date.ts';
import type { Decimal } from '../money/decimal.ts';
import type { Money } from '../money/money.ts';
import { fromMinorUnits, isPositive, minorUnits, money, subtractMoney } from '../money/money.ts';

/** What of a payment decides about an invoice. Its amounts are all in its own currency. */
export interface BalancePayment extends Money {
  status: string;
  /** What was given back of it. */
  refundedAmount: Decimal;
  /** Whether its owner divides it among invoices; if not, it was paid for this one. */
  isDivided?: boolean | undefined;
  /** What of it settles this invoice: decides of a divided one, and follows for others. */
  allocatedAmount?: Decimal | undefined;
  /** What of it settles other invoices. */
  allocatedElsewhere?: Decimal | undefined;
}

/** What of an issued credit note decides about an invoice: what is said of payments holds. */
type BalanceCredit = Money &
  Partial<
    Pick<BalancePayment, 'refundedAmount' | 'isDivided' | 'allocatedAmount' | 'allocatedElsewhere'>
  >;

interface PaidInvoice<T extends BalancePayment = BalancePayment> {
  currency: string;
  total: Decimal;
  /** Given up by its owner. */
  amountWrittenOff?: Decimal | undefined;
  /** What refunds have taken off it that nobody owes any more. */
  amountAdjusted?: Decimal | undefined;
  isDeleted?: boolean | undefined;
  payments: readonly T[];
  /** Credit notes that correct it, and others that their owner has divided. */
  credits?: readonly BalanceCredit[] | undefined;
}

export interface Settlement {
  /** What of each payment settles the invoice, in their order. */
  allocated: Money[];
  paid: Money;
  /** The same of each credit note, and of all of them. */
  applied: Money[];
  credited: Money;
  /** Given back, and not owed any more. */
  adjusted: Money;
  writtenOff: Money;
  /** What is still to come: the total less the four. */
  due: Money;
  /** What came for this invoice beyond what it asks for. */
  overpaid: Money;
  /**
   * Whether nothing is due. It follows from what the payments are now, so that the order in which they and
   * their disputes became known makes no difference.
   */
  isPaid: boolean;
}

/** Whether its amount counts as money received. */
export function countsAsReceived({ status }: Pick<BalancePayment, 'status'>): boolean {
  return status === 'completed';
}

/** What of a payment, or of a credit note, has not been given back. */
export function leftOfPayment(payment: Money & { refundedAmount?: Decimal | undefined }): Money {
  return subtractMoney(payment, money(payment.refundedAmount ?? '0', payment.currency));
}

/** A payment as an answer shows it on an invoice, as it bears on that invoice. */
export function bearingOn<
  T extends BalancePayment & {
    invoiceId: number | null;
    allocatedAmount: Decimal;
    unappliedAmount: Decimal;
  },
>(invoiceId: number, payment: T): T & { isDivided: boolean; allocatedElsewhere: Decimal } {
  const { currency, allocatedAmount, unappliedAmount } = payment;
  const units = (amount: Decimal) => minorUnits(money(amount, currency));
  const used = units(allocatedAmount) + units(unappliedAmount);
  const elsewhere = atLeastNone(minorUnits(leftOfPayment(payment)) - used);
  return {
    ...payment,
    isDivided: payment.invoiceId !== invoiceId,
    allocatedElsewhere: fromMinorUnits(elsewhere, currency).amount,
  };
}

/**
 * Divides payments and credit on an invoice. Credit notes that correct it come first; what its owner
 * has allocated stays where it is; what was paid for this invoice fills the rest, in the order in which
 * it came. So money that a credit note leaves no room for is its customer's again. What was written off,
 * and what refunds have taken off (adjustments), give way to money and to credit.
 * @param invoice with payments in the order in which they came; those in another currency, and those
 *   that do not count, settle nothing
 */
export function settleInvoice(invoice: PaidInvoice): Settlement {
  const { currency, payments, credits = [], isDeleted = false } = invoice;
  const units = (amount: Decimal = '0') => minorUnits(money(amount, currency));
  const total = units(invoice.total);
  const parts = payments.map((payment) => {
    const counts = countsAsReceived(payment) && payment.currency === currency;
    const kept = counts ? atLeastNone(minorUnits(leftOfPayment(payment))) : 0n;
    const isOwn = payment.isDivided !== true;
    const free = atLeastNone(kept - (counts ? units(payment.allocatedElsewhere) : 0n));
    return { payment, counts, kept, isOwn, free };
  });
  const own = parts.filter(({ isOwn }) => isOwn);

  let open = isDeleted ? 0n : total;
  const take = (most: bigint): bigint => {
    const part = least(most, open);
    open -= part;
    return part;
  };
  const notes = credits.map((credit) => {
    const kept = atLeastNone(minorUnits(leftOfPayment(credit)));
    const free = credit.currency === currency ? kept - units(credit.allocatedElsewhere) : 0n;
    return { credit, isOwn: credit.isDivided !== true, free: atLeastNone(free) };
  });
  const applied = notes.map(({ isOwn, free }) => (isOwn ? take(free) : 0n));
  const allocatedHere = parts.map(({ isOwn, free, payment, counts }) =>
    isOwn || !counts ? 0n : take(least(free, units(payment.allocatedAmount))),
  );
  for (const [index, { isOwn, free, credit }] of notes.entries()) {
    if (!isOwn) applied[index] = take(least(free, units(credit.allocatedAmount)));
  }
  for (const [index, { isOwn, free }] of parts.entries()) {
    if (isOwn) allocatedHere[index] = take(free);
  }
  const paid = sum(allocatedHere);
  const credited = sum(applied);
  const settled = paid + credited;
  const writtenOff = atLeastNone(least(units(invoice.amountWrittenOff), total - settled));
  const left = total - settled - writtenOff;
  const adjusted = isDeleted ? 0n : least(units(invoice.amountAdjusted), left);
  const due = left - adjusted;
  const cameInAll = sum(own.map(({ free }) => free));
  const paidByOwn = sum(allocatedHere.filter((_, index) => parts[index]?.isOwn));
  const came = own.some(
    ({ kept, counts, payment }) => counts && (kept > 0n || !isPositive(payment)),
  );
  const of = (amount: bigint) => fromMinorUnits(amount, currency);
  return {
    allocated: allocatedHere.map(of),
    paid: of(paid),
    applied: applied.map(of),
    credited: of(credited),
    adjusted: of(adjusted),
    writtenOff: of(writtenOff),
    due: of(due),
    overpaid: of(cameInAll - paidByOwn),
    // Nothing is owed on an invoice of nothing: somebody must have said that it is paid.
    isPaid: !isDeleted && due === 0n && (total > 0n || came),
  };
}

/**
 * When an invoice was paid, by the last payment that settles it; what came later came too much. No
 * method where it was paid in several ways.
 */
export function howPaid<Method>(
  invoice: PaidInvoice<
    BalancePayment & { paymentDate: CalendarDate; paymentMethod: Method | null }
  >,
): { date: CalendarDate; method: Method | null } | undefined {
  const { allocated } = settleInvoice(invoice);
  const those = invoice.payments.filter(
    (payment, index) =>
      countsAsReceived(payment) &&
      payment.currency === invoice.currency &&
      (allocated[index] === undefined || isPositive(allocated[index]) || !isPositive(payment)),
  );
  const last = those.at(-1);
  if (!last) return undefined;
  const isOneWay = those.every(({ paymentMethod }) => paymentMethod === last.paymentMethod);
  return { date: last.paymentDate, method: isOneWay ? last.paymentMethod : null };
}

const atLeastNone = (amount: bigint): bigint => (amount > 0n ? amount : 0n);
const least = (a: bigint, b: bigint): bigint => (a < b ? a : b);
const sum = (amounts: readonly bigint[]): bigint => amounts.reduce((all, one) => all + one, 0n);

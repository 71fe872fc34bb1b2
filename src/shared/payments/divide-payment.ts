import type { CalendarDate } from '../dates/calendar-date.ts';
import type { Decimal } from '../money/decimal.ts';
import type { Money } from '../money/money.ts';
import { fromMinorUnits, minorUnits, money, subtractMoney, sumMoneyIn } from '../money/money.ts';

/** An invoice that a payment is to settle, in the payment's currency. */
export interface PayableInvoice {
  id: number;
  nextDueDate: CalendarDate;
  amountDue: Decimal;
  /** What its owner says that it takes; it is filled with what is left otherwise. */
  told?: Money | undefined;
}

/** The order in which invoices are paid: what was due first comes first. */
export const byDueDate = (
  one: Pick<PayableInvoice, 'id' | 'nextDueDate'>,
  other: Pick<PayableInvoice, 'id' | 'nextDueDate'>,
): number => one.nextDueDate.localeCompare(other.nextDueDate) || one.id - other.id;

/**
 * Divides an amount over invoices: what is told stays, and what is left fills the others in the order
 * of their due dates, none with more than is due on it.
 * @returns what each takes, by the invoice's number, in that order; a part may be 0
 */
export function dividePayment(
  amount: Money,
  invoices: readonly PayableInvoice[],
): Map<number, Money> {
  const { currency } = amount;
  const ordered = invoices.toSorted(byDueDate);
  const told = ordered.flatMap((one) => one.told ?? []);
  let left = minorUnits(subtractMoney(amount, sumMoneyIn(currency, told)));
  return new Map(
    ordered.map((one) => {
      if (one.told) return [one.id, one.told];
      const due = minorUnits(money(one.amountDue, currency));
      const free = left > 0n ? left : 0n;
      const part = due < free ? due : free;
      left -= part;
      return [one.id, fromMinorUnits(part, currency)];
    }),
  );
}

/** What of an amount settles no invoice; below zero where they take more than there is. */
export const leftOfDivision = (amount: Money, parts: Iterable<Money>): Money =>
  subtractMoney(amount, sumMoneyIn(amount.currency, parts));

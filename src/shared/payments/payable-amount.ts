/** What of an invoice its customer may pay online, the same on the page and on the server. */
import type { CalendarDate } from '../dates/calendar-date.ts';
import type { PlannedInvoice } from '../documents/installments/schedule-installments.ts';
import { dueBy } from '../documents/installments/schedule-installments.ts';
import { findAmountFault } from '../money/check-amount.ts';
import type { Decimal } from '../money/decimal.ts';
import type { Money } from '../money/money.ts';
import { compareMoney, formatMoney, isPositive, money, readMoney } from '../money/money.ts';

/** All that is due, what is overdue or due next of a plan, or a part that the payer chose. */
export const PAYS = ['balance', 'installment', 'part'] as const;
export type Pays = (typeof PAYS)[number];

export interface ChosenPayment {
  pays: Pays;
  amount: Money;
}

/** What decides about it besides the invoice. */
interface PayTerms {
  /** The day that it is for the business. */
  today: CalendarDate;
  /** Whether its customers may choose an amount. */
  allowPartialPayments: boolean;
}

/** What of a plan is overdue or due next; undefined where that is all that is due. */
export function payableInstallment(
  invoice: PlannedInvoice,
  today: CalendarDate,
): (Money & { dueDate: CalendarDate }) | undefined {
  const { amount, dueDate } = dueBy(invoice, today);
  const asked = { ...money(amount, invoice.currency), dueDate };
  const isPart = compareMoney(asked, money(invoice.amountDue, invoice.currency)) < 0;
  return isPart && isPositive(asked) ? asked : undefined;
}

/**
 * What is paid by the amount that a payer asks for; all that is due where none is named.
 * @returns a text that says why it cannot be
 */
export function choosePayment(
  invoice: PlannedInvoice,
  wanted: Decimal | undefined,
  { today, allowPartialPayments }: PayTerms,
): ChosenPayment | string {
  const { currency } = invoice;
  const due = money(invoice.amountDue, currency);
  if (wanted === undefined) return { pays: 'balance', amount: due };
  const fault = findAmountFault(wanted, currency, 'Amount');
  const amount = readMoney(wanted, currency);
  if (fault !== undefined || !amount) return fault ?? 'Amount is required';
  if (!isPositive(amount)) return 'Amount must be positive';
  const order = compareMoney(amount, due);
  if (order > 0) return `Amount must be at most ${formatMoney(due)}`;
  if (order === 0) return { pays: 'balance', amount };
  const next = payableInstallment(invoice, today);
  if (next && compareMoney(amount, next) === 0) return { pays: 'installment', amount };
  if (allowPartialPayments) return { pays: 'part', amount };
  const all = `${formatMoney(due)}, all that is due`;
  return next
    ? `Amount must be ${formatMoney(next)}, the installment that is due, or ${all}`
    : `Amount must be ${all}`;
}

/**
 * Whether a payment of what was asked for still fits the invoice as it is now: all that is due, exactly;
 * an installment, while at least that much of the plan is due; a part, while it may be chosen.
 */
export function stillFits(
  invoice: PlannedInvoice,
  { pays, ...asked }: Money & { pays: Pays },
  { today, allowPartialPayments }: PayTerms,
): boolean {
  if (asked.currency !== invoice.currency) return false;
  const of = (amount: Decimal) =>
    compareMoney(money(asked.amount, asked.currency), money(amount, invoice.currency));
  if (pays === 'balance') return of(invoice.amountDue) === 0;
  if (pays === 'part') return allowPartialPayments && of(invoice.amountDue) <= 0;
  return of(dueBy(invoice, today).amount) <= 0;
}

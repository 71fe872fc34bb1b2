/** What a customer owes for paying late, where the owner has agreed on it: a document of its own. */
import type { CalendarDate } from '../dates/calendar-date.ts';
import { formatDate } from '../dates/calendar-date.ts';
import type { Decimal } from '../money/decimal.ts';
import { divideRounded, scaleDecimal } from '../money/decimal.ts';
import type { Money } from '../money/money.ts';
import { formatMoney, fromMinorUnits, minorUnits, money, withDecimals } from '../money/money.ts';

interface Delivered {
  /** Drafted for review, or issued and sent. */
  delivery: 'draft' | 'send';
}

/** Once, in the business's currency, so many days after the due date. */
export interface FixedFee extends Delivered {
  kind: 'fixed';
  amount: Decimal;
  afterDays: number;
}

/** Simple interest on what is overdue, for each whole month since the due date. */
export interface MonthlyInterest extends Delivered {
  kind: 'percent';
  percent: Decimal;
  /** For so many months at most. */
  months: number;
}

export type LateFee = FixedFee | MonthlyInterest;

const PLACES = 4;

/** A month's interest, rounded half away from zero to what the currency has. */
export function monthlyInterest(overdue: Money, percent: Decimal): Money {
  const units = minorUnits(overdue) * scaleDecimal(percent, PLACES);
  return fromMinorUnits(divideRounded(units, 100n * 10n ** BigInt(PLACES)), overdue.currency);
}

/** What a fee comes to. @param overdue what is overdue of the invoice when it is charged */
export const computeLateFee = (fee: LateFee, overdue: Money): Money =>
  fee.kind === 'fixed'
    ? money(withDecimals(fee.amount, overdue.currency), overdue.currency)
    : monthlyInterest(overdue, fee.percent);

/** What the line of such a document says. @param nth the month, counted from 1 */
export function describeLateFee(
  { kind, ...fee }: LateFee,
  { invoiceNumber, dueDate, nth }: { invoiceNumber: string; dueDate: CalendarDate; nth: number },
): string {
  const about = `invoice ${invoiceNumber}, due on ${formatDate(dueDate)}`;
  if (kind === 'fixed') return `Late fee for ${about}`;
  const rate = 'percent' in fee ? Number(fee.percent) : 0;
  return `Interest for late payment of ${about}: ${rate}% for month ${nth}`;
}

/** '$15.00 once, 10 days after the due date, as a draft.' @param currency the business's */
export function formatLateFee(fee: LateFee, currency: string): string {
  const how = fee.delivery === 'send' ? 'issued and sent' : 'drafted for you to review';
  if (fee.kind === 'fixed') {
    const days = fee.afterDays === 1 ? '1 day' : `${fee.afterDays} days`;
    return `${formatMoney(money(fee.amount, currency))} once, ${days} after the due date, ${how}.`;
  }
  const months = fee.months === 1 ? 'one month' : `up to ${fee.months} months`;
  return `${Number(fee.percent)}% a month of what is overdue, for ${months}, ${how}.`;
}

/** Sums by day, put together to sums of longer times: dashboard and reports add the same rows up. */
import type { CalendarDate, DateRange } from '../dates/calendar-date.ts';
import type { Decimal } from '../money/hundredths.ts';
import { divideRounded, hundredths, toDecimal } from '../money/hundredths.ts';

export interface DaySum {
  day: CalendarDate;
  amount: Decimal;
}

/** What the days of a range come to; both of its ends count. */
export function sumOfDays(days: readonly DaySum[], { from, to }: DateRange): Decimal {
  let sum = 0n;
  for (const { day, amount } of days) if (day >= from && day <= to) sum += hundredths(amount);
  return toDecimal(sum);
}

/**
 * The change in percent with one decimal, rounded half away from zero: '12.5', '-5.2'.
 * @returns null where there was nothing before
 */
export function percentChange(now: Decimal, before: Decimal): { percent: string } | null {
  const base = hundredths(before);
  if (base <= 0n) return null;
  const tenths = divideRounded((hundredths(now) - base) * 1000n, base);
  const digits = (tenths < 0n ? -tenths : tenths).toString().padStart(2, '0');
  return { percent: `${tenths < 0n ? '-' : ''}${digits.slice(0, -1)}.${digits.slice(-1)}` };
}

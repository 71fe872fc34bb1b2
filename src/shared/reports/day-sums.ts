/** Sums by day, put together to sums of longer times: dashboard and reports add the same rows up. */
import type { CalendarDate, DateRange } from '../dates/calendar-date.ts';
import { divideRounded, writeDecimal } from '../money/decimal.ts';
import type { Money } from '../money/money.ts';
import { minorUnits, sumMoneyIn } from '../money/money.ts';

export interface DaySum extends Money {
  day: CalendarDate;
}

/** What the days of a range come to in a currency; both of its ends count. */
export function sumOfDays(
  days: readonly DaySum[],
  { from, to }: DateRange,
  currency: string,
): Money {
  return sumMoneyIn(
    currency,
    days.filter((each) => each.day >= from && each.day <= to && each.currency === currency),
  );
}

/**
 * The change in percent with one decimal, rounded half away from zero: '12.5', '-5.2'.
 * @returns null where there was nothing before
 */
export function percentChange(now: Money, before: Money): { percent: string } | null {
  const base = minorUnits(before);
  if (base <= 0n) return null;
  return { percent: writeDecimal(divideRounded((minorUnits(now) - base) * 1000n, base), 1) };
}

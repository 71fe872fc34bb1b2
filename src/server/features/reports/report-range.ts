import type { CalendarDate, DateRange } from '../../../shared/dates/calendar-date.ts';
import { addDays, daysBetween, startOfMonth } from '../../../shared/dates/calendar-date.ts';
import type { ReportQuery } from '../../../shared/reports/report.contract.ts';
import { findBarUnit } from '../../../shared/reports/report.contract.ts';
import { resolvePeriod } from './account-period.ts';

/** The last so many days, today included; or the days that are asked for instead. */
export function reportRange(
  today: CalendarDate,
  { dateRange, from, to }: Pick<ReportQuery, 'dateRange' | 'from' | 'to'>,
): DateRange {
  if ((from ?? to) !== undefined) return resolvePeriod({ from, to }, today);
  return { from: addDays(today, 1 - Number(dateRange)), to: today };
}

export const countDays = ({ from, to }: DateRange): number => daysBetween(from, to) + 1;

/**
 * The bars of a range, without a gap: days up to a month, then weeks that end with the range, then
 * calendar months. The first one may be short.
 */
export function splitIntoBuckets(range: DateRange): DateRange[] {
  const unit = findBarUnit(countDays(range));
  const findStart = (to: CalendarDate) => {
    if (unit === 'day') return to;
    return unit === 'week' ? addDays(to, -6) : startOfMonth(to);
  };
  const buckets: DateRange[] = [];
  for (let { to } = range; to >= range.from;) {
    const start = findStart(to);
    buckets.unshift({ from: start < range.from ? range.from : start, to });
    to = addDays(start, -1);
  }
  return buckets;
}

import type { CalendarDate, DateRange } from '../../../shared/dates/calendar-date.ts';
import { addDays, daysBetween, startOfMonth } from '../../../shared/dates/calendar-date.ts';
import type { ReportRange } from '../../../shared/reports/report.contract.ts';

/** The last so many days, today included. */
export function reportRange(today: CalendarDate, range: ReportRange): DateRange {
  return { from: addDays(today, 1 - Number(range)), to: today };
}

/**
 * The bars of a range, without a gap: days up to a month, then weeks that end with the range, then
 * calendar months. The first one may be short.
 */
export function splitIntoBuckets(range: DateRange): DateRange[] {
  const days = daysBetween(range.from, range.to) + 1;
  const findStart = (to: CalendarDate) => {
    if (days <= 31) return to;
    return days <= 92 ? addDays(to, -6) : startOfMonth(to);
  };
  const buckets: DateRange[] = [];
  for (let { to } = range; to >= range.from;) {
    const start = findStart(to);
    buckets.unshift({ from: start < range.from ? range.from : start, to });
    to = addDays(start, -1);
  }
  return buckets;
}

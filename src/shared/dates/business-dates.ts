import type { CalendarDate } from './calendar-date.ts';

/**
 * The days that a document, an expense or a payment may be dated: another year is a slip of the
 * fingers. Records from before this rule keep theirs, and are listed and counted with them.
 */
export const BUSINESS_DATES = { from: '2000-01-01', to: '2099-12-31' } as const;

/** '2000 to 2099' */
export const BUSINESS_YEARS = `${BUSINESS_DATES.from.slice(0, 4)} to ${BUSINESS_DATES.to.slice(0, 4)}`;

/** Whether a calendar date is one that a record may be given. */
export function isBusinessDate(date: CalendarDate): boolean {
  return date >= BUSINESS_DATES.from && date <= BUSINESS_DATES.to;
}

/** The day itself, or the nearest one that a record may be given. */
export function nearestBusinessDate(date: CalendarDate): CalendarDate {
  if (isBusinessDate(date)) return date;
  return date < BUSINESS_DATES.from ? BUSINESS_DATES.from : BUSINESS_DATES.to;
}

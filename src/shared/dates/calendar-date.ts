/**
 * Calendar dates (decision 20): issue, due, expiry and expense dates are days on a calendar that no
 * time zone can move. They are 'YYYY-MM-DD' strings everywhere, and are never turned into a local
 * Date. Instants (createdAt and the like) are ISO strings in UTC.
 */
import { localTimeAt } from './clock-in-zone.ts';

/** A day, 'YYYY-MM-DD'. */
export type CalendarDate = string;

/** Days from one to another, both included. */
export interface DateRange {
  from: CalendarDate;
  to: CalendarDate;
}

/** The months' names, January first. */
const MONTH_NAMES = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
] as const;
const DAY = 86_400_000;

/** Milliseconds since 1970 of the day's midnight in UTC; undefined when there is no such day. */
function toTime(date: string): number | undefined {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(date);
  if (!match) return undefined;
  const time = Date.UTC(Number(match[1]), Number(match[2]) - 1, Number(match[3]));
  return fromTime(time) === date ? time : undefined;
}

function fromTime(time: number): CalendarDate {
  return new Date(time).toISOString().slice(0, 10);
}

/**
 * The date part of what a caller sends: 'YYYY-MM-DD' or a time stamp that begins with one.
 * Years are 1900 to 9999, so that a slip of the hand ("0026") is told and not stored.
 * @returns undefined when it names no day of the calendar.
 */
export function parseCalendarDate(text: string): CalendarDate | undefined {
  const day = /^(\d{4}-\d{2}-\d{2})(?:[T ].*)?$/.exec(text)?.[1];
  return day !== undefined && day >= '1900' && toTime(day) !== undefined ? day : undefined;
}

function toUtcTime(date: CalendarDate): number {
  const time = toTime(date);
  if (time === undefined) throw new RangeError(`Not a calendar date: ${date}`);
  return time;
}

/** The day `days` later (earlier when negative). */
export function addDays(date: CalendarDate, days: number): CalendarDate {
  return fromTime(toUtcTime(date) + days * DAY);
}

/** Whole days from one date to another; negative when `to` is earlier. */
export function daysBetween(from: CalendarDate, to: CalendarDate): number {
  return Math.round((toUtcTime(to) - toUtcTime(from)) / DAY);
}

/** The first day of a day's month. */
export function startOfMonth(date: CalendarDate): CalendarDate {
  return `${date.slice(0, 8)}01`;
}

/** The last day of a day's month. */
export function endOfMonth(date: CalendarDate): CalendarDate {
  return addDays(addMonths(startOfMonth(date), 1), -1);
}

/** The same day of another month (earlier when negative), or its last where it is shorter. */
export function addMonths(date: CalendarDate, months: number): CalendarDate {
  const first = new Date(toUtcTime(startOfMonth(date)));
  first.setUTCMonth(first.getUTCMonth() + months);
  const start = fromTime(first.getTime());
  first.setUTCMonth(first.getUTCMonth() + 1, 0);
  const last = first.getUTCDate();
  return `${start.slice(0, 8)}${String(Math.min(Number(date.slice(8)), last)).padStart(2, '0')}`;
}

/** The calendar date at this instant in an IANA time zone, such as 'America/New_York'. */
export const dateInZone = (instant: Date, timeZone: string): CalendarDate =>
  localTimeAt(instant, timeZone).slice(0, 10);

/** Where a business is taken to be that has not said its time zone. */
export const DEFAULT_TIME_ZONE = 'UTC';

/**
 * The calendar date at this instant where a business is. A time zone that was dropped since it was
 * chosen is as none.
 */
export function businessDay(
  instant: Date,
  business: { timeZone: string } | null | undefined,
): CalendarDate {
  try {
    return dateInZone(instant, business?.timeZone ?? DEFAULT_TIME_ZONE);
  } catch (error) {
    if (error instanceof RangeError) return dateInZone(instant, DEFAULT_TIME_ZONE);
    throw error;
  }
}

/** 'MMM dd, yyyy': "2026-01-05" → "Jan 05, 2026". */
export function formatDate(date: CalendarDate): string {
  const [year, month, day] = date.split('-');
  return `${MONTH_NAMES[Number(month) - 1]?.slice(0, 3) ?? month} ${day}, ${year}`;
}

/** 'November 2026' of a day or of a month, 'YYYY-MM'. */
export function monthTitle(date: string): string {
  const [year, month] = date.split('-');
  return `${MONTH_NAMES[Number(month) - 1] ?? month} ${year}`;
}

/**
 * The days on which a recurring invoice is made. They are counted from the first one, never from the
 * one before: a schedule on the 31st that met a February goes on at the end of March.
 */
import { isBusinessDate } from '../dates/business-dates.ts';
import type { CalendarDate, DateRange } from '../dates/calendar-date.ts';
import { addDays, addMonths, daysBetween, startOfMonth } from '../dates/calendar-date.ts';

export const INTERVAL_UNITS = ['day', 'week', 'month', 'quarter', 'year'] as const;
export type IntervalUnit = (typeof INTERVAL_UNITS)[number];

/** Units between two days: more is a slip of the fingers. */
export const MAX_EVERY = 366;
export const MAX_OCCURRENCES = 9_999;

const DAYS: Partial<Record<IntervalUnit, number>> = { day: 1, week: 7 };
const MONTHS: Partial<Record<IntervalUnit, number>> = { month: 1, quarter: 3, year: 12 };

export interface Schedule {
  /** No invoice is made before this day. */
  startDate: CalendarDate;
  unit: IntervalUnit;
  /** Every so many units; at least 1. */
  every: number;
  /**
   * 1 to 31, for months, quarters and years: the day of the month, or the last one of a shorter
   * month. null is the day of `startDate`.
   */
  dayOfMonth: number | null;
  /** No invoice is made after this day; null is forever. */
  endDate: CalendarDate | null;
  /** So many invoices in all, those that were skipped or missed not among them; null is any number. */
  maxOccurrences: number | null;
}

/** One day of a schedule. */
export interface Occurrence {
  /** 0 for the first one; it never changes for a schedule, whatever was skipped. */
  index: number;
  date: CalendarDate;
}

/** The day of the occurrence with that number, counted from 0, whether or not the schedule has ended. */
export function occurrenceDate(schedule: Schedule, index: number): CalendarDate {
  const { startDate, unit, every, dayOfMonth } = schedule;
  const days = DAYS[unit];
  if (days !== undefined) return addDays(startDate, index * every * days);
  const months = index * every * (MONTHS[unit] ?? 1);
  if (dayOfMonth === null) return addMonths(startDate, months);
  const first = onDay(startDate, dayOfMonth);
  const isBefore = first < startDate;
  return onDay(addMonths(startOfMonth(startDate), months + (isBefore ? 1 : 0)), dayOfMonth);
}

/** A day of that day's month, or the month's last. */
function onDay(date: CalendarDate, dayOfMonth: number): CalendarDate {
  // A month of 31 days, from which the other is as far as any: its end is cut off by `addMonths`.
  const january = `${date.slice(0, 4)}-01-${String(dayOfMonth).padStart(2, '0')}`;
  return addMonths(january, Number(date.slice(5, 7)) - 1);
}

/**
 * The occurrence with that number; undefined after the schedule's end, and after the last day that an
 * invoice may be dated.
 * @param made how many invoices were made before
 */
export function findOccurrence(
  schedule: Schedule,
  index: number,
  made: number,
): Occurrence | undefined {
  const { endDate, maxOccurrences } = schedule;
  if (maxOccurrences !== null && made >= maxOccurrences) return undefined;
  const date = occurrenceDate(schedule, index);
  if (!isBusinessDate(date) || (endDate !== null && date > endDate)) return undefined;
  return { index, date };
}

/** The number of the first occurrence on that day or later, whether or not the schedule has ended. */
export function firstIndexFrom(schedule: Schedule, date: CalendarDate): number {
  const { startDate, unit, every } = schedule;
  if (date <= startDate) return 0;
  const longest = DAYS[unit] ?? 31 * (MONTHS[unit] ?? 1);
  // A lower bound, as if all months were long; then a few steps.
  let index = Math.max(0, Math.floor(daysBetween(startDate, date) / (every * longest)) - 1);
  while (occurrenceDate(schedule, index) < date) index += 1;
  return index;
}

/** Occurrences from one on, if each of them is made: at most `count`, fewer where the schedule ends. */
export function listOccurrences(
  schedule: Schedule,
  from: { index: number; made: number },
  count: number,
): Occurrence[] {
  const found: Occurrence[] = [];
  for (let next = 0; next < count; next += 1) {
    const occurrence = findOccurrence(schedule, from.index + next, from.made + next);
    if (!occurrence) break;
    found.push(occurrence);
  }
  return found;
}

/** The period that an occurrence stands for: from its day to the day before the next one. */
export function occurrencePeriod(schedule: Schedule, index: number): DateRange {
  return {
    from: occurrenceDate(schedule, index),
    to: addDays(occurrenceDate(schedule, index + 1), -1),
  };
}

/** Days of a schedule that its owner has moved or left out before they came. */
import { BUSINESS_DATES } from '../dates/business-dates.ts';
import type { CalendarDate, DateRange } from '../dates/calendar-date.ts';
import { addDays } from '../dates/calendar-date.ts';
import type { Occurrence, Schedule } from './schedule.ts';
import { findOccurrence, firstIndexFrom, occurrenceDate } from './schedule.ts';

/** So many are kept for one schedule. */
export const MAX_EXCEPTIONS = 100;

export interface ScheduleException {
  /** The schedule's own day: it stays the occurrence's name, wherever it is moved. */
  date: CalendarDate;
  /** null leaves it out. */
  movedTo: CalendarDate | null;
}

export interface Plan {
  schedule: Schedule;
  exceptions: readonly ScheduleException[];
}

export interface PlannedOccurrence extends Occurrence {
  /** The day on which it is made. */
  onDate: CalendarDate;
  isSkipped: boolean;
}

/** The occurrence with that number as it is planned; undefined after the schedule's end. */
export function findPlanned(
  { schedule, exceptions }: Plan,
  index: number,
  made: number,
): PlannedOccurrence | undefined {
  const found = findOccurrence(schedule, index, made);
  if (!found) return undefined;
  const exception = exceptions.find(({ date }) => date === found.date);
  return {
    ...found,
    onDate: exception?.movedTo ?? found.date,
    isSkipped: exception?.movedTo === null,
  };
}

/** The first that is made from an index on; undefined where none is left, or all that are left are left out. */
export function findNextPlanned(
  plan: Plan,
  index: number,
  made: number,
): PlannedOccurrence | undefined {
  for (let at = index; ; at += 1) {
    const found = findPlanned(plan, at, made);
    if (!found?.isSkipped) return found;
  }
}

/** Those that are left out, from one number to another, both among them. */
export function listLeftOut(
  { schedule, exceptions }: Plan,
  { from, to }: { from: number; to: number },
): Occurrence[] {
  return exceptions.flatMap(({ date, movedTo }) => {
    const found = movedTo === null ? findOccurrenceOn(schedule, date) : undefined;
    return found && found.index >= from && found.index <= to ? [found] : [];
  });
}

/**
 * Occurrences from one on that are planned up to a day, those that are left out among them.
 * @param most so many at most
 */
export function listPlanned(
  plan: Plan,
  from: { index: number; made: number },
  { until, most }: { until?: CalendarDate; most: number },
): PlannedOccurrence[] {
  const found: PlannedOccurrence[] = [];
  let { made } = from;
  for (let { index } = from; found.length < most; index += 1) {
    const planned = findPlanned(plan, index, made);
    // Only the neighbor of a moved one can lie before it, so the order of days is that of numbers.
    if (!planned || (until !== undefined && planned.onDate > until)) break;
    found.push(planned);
    if (!planned.isSkipped) made += 1;
  }
  return found;
}

/**
 * The occurrence of a day that is still to be made, or would be if it were not left out; undefined where
 * none is, as behind the last of a schedule that makes so many.
 */
export function findToCome(
  { schedule, exceptions }: Plan,
  from: { index: number; made: number },
  date: CalendarDate,
): Occurrence | undefined {
  const found = findOccurrenceOn(schedule, date);
  if (!found || found.index < from.index) return undefined;
  const next = occurrenceDate(schedule, from.index);
  const leftOut = exceptions.filter(
    (one) => one.movedTo === null && one.date >= next && one.date < found.date,
  ).length;
  const made = from.made + (found.index - from.index) - leftOut;
  return findOccurrence(schedule, found.index, made);
}

/** The occurrence of a day of the schedule; undefined where none falls on it. */
export function findOccurrenceOn(schedule: Schedule, date: CalendarDate): Occurrence | undefined {
  const found = findOccurrence(schedule, firstIndexFrom(schedule, date), 0);
  return found?.date === date ? found : undefined;
}

/**
 * The days that an occurrence can be moved to: from today on, between its neighbors, and within its
 * schedule, so that invoices keep their order. Empty (`from` after `to`) where there is none.
 * @param next the number of the first occurrence that is still to be made
 */
export function findMoveRange(
  plan: Plan,
  { index }: Occurrence,
  { next, today }: { next: number; today: CalendarDate },
): DateRange {
  const { schedule, exceptions } = plan;
  const dayOf = (at: number): CalendarDate => {
    const date = occurrenceDate(schedule, at);
    return exceptions.find((one) => one.date === date)?.movedTo ?? date;
  };
  const earliest = [today, schedule.startDate];
  if (index > next) earliest.push(addDays(dayOf(index - 1), 1));
  const latest = [addDays(dayOf(index + 1), -1), schedule.endDate ?? BUSINESS_DATES.to];
  return { from: earliest.toSorted().at(-1) ?? today, to: latest.toSorted()[0] ?? today };
}

/** What of exceptions still holds for a schedule, from its occurrence with that number on. */
export function keepExceptions({ schedule, exceptions }: Plan, next: number): ScheduleException[] {
  const kept = exceptions.filter((one) => {
    const occurrence = findOccurrenceOn(schedule, one.date);
    if (!occurrence || occurrence.index < next) return false;
    if (one.movedTo === null) return true;
    const others = { schedule, exceptions: exceptions.filter((other) => other !== one) };
    const { from, to } = findMoveRange(others, occurrence, { next, today: schedule.startDate });
    return one.movedTo >= from && one.movedTo <= to;
  });
  // One may have had its place only beside another that holds no more.
  return kept.length === exceptions.length
    ? kept
    : keepExceptions({ schedule, exceptions: kept }, next);
}

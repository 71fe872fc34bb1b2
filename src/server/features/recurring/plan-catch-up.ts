import type { CalendarDate } from '../../../shared/dates/calendar-date.ts';
import { addDays } from '../../../shared/dates/calendar-date.ts';
import type { Occurrence, Schedule } from '../../../shared/recurring/schedule.ts';
import { findOccurrence, firstIndexFrom } from '../../../shared/recurring/schedule.ts';

interface Due {
  schedule: Schedule;
  nextIndex: number;
  madeCount: number;
  catchUp: 'all' | 'latest' | 'none';
  /**
   * The day of the last refusal. Up to it nothing was slept through: what could not be made then is
   * made, whatever is said about catching up.
   */
  refusedOn: CalendarDate | undefined;
}

/** What becomes of the days up to today: some are missed, then one is made, if there is one. */
export function planCatchUp(
  { schedule, nextIndex, madeCount, catchUp, refusedOn }: Due,
  today: CalendarDate,
): { missed: Occurrence[]; make: Occurrence | undefined } {
  const find = (index: number) => {
    const found = findOccurrence(schedule, index, madeCount);
    return found && found.date <= today ? found : undefined;
  };
  const first = find(nextIndex);
  const isHeld = first && refusedOn !== undefined && first.date <= refusedOn;
  if (!first || catchUp === 'all' || isHeld) return { missed: [], make: first };
  const { endDate } = schedule;
  const until = endDate !== null && endDate < today ? endDate : today;
  const newest = firstIndexFrom(schedule, addDays(until, 1)) - 1;
  const last = find(newest);
  const make = catchUp === 'latest' || last?.date === today ? last : undefined;
  const missed: Occurrence[] = [];
  for (let index = nextIndex; index <= newest; index += 1) {
    const occurrence = find(index);
    if (occurrence && index !== make?.index) missed.push(occurrence);
  }
  return { missed, make };
}

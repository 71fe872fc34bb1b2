import type { CalendarDate } from '../../../shared/dates/calendar-date.ts';
import { addDays } from '../../../shared/dates/calendar-date.ts';
import type { Plan, PlannedOccurrence } from '../../../shared/recurring/exceptions.ts';
import { findPlanned } from '../../../shared/recurring/exceptions.ts';
import { firstIndexFrom } from '../../../shared/recurring/schedule.ts';

interface Due {
  plan: Plan;
  nextIndex: number;
  madeCount: number;
  catchUp: 'all' | 'latest' | 'none';
  /**
   * The day of the last refusal. Up to it nothing was slept through: what could not be made then is
   * made, whatever is said about catching up.
   */
  refusedOn: CalendarDate | undefined;
}

interface CatchUp {
  missed: PlannedOccurrence[];
  make: PlannedOccurrence | undefined;
}

/**
 * What becomes of the days up to today: some are missed, then one is made, if there is one. The first of
 * them is not left out; those that are between the others count for nothing.
 */
export function planCatchUp(
  { plan, nextIndex, madeCount, catchUp, refusedOn }: Due,
  today: CalendarDate,
): CatchUp {
  const find = (index: number) => {
    const found = findPlanned(plan, index, madeCount);
    return found && found.onDate <= today ? found : undefined;
  };
  const first = find(nextIndex);
  const isHeld = first && refusedOn !== undefined && first.onDate <= refusedOn;
  if (!first || catchUp === 'all' || isHeld) return { missed: [], make: first };
  const { endDate } = plan.schedule;
  const until = endDate !== null && endDate < today ? endDate : today;
  // A day that was moved crosses today's border alone: its neighbors stay where they are.
  let newest = firstIndexFrom(plan.schedule, addDays(until, 1));
  while (newest > nextIndex && (find(newest)?.isSkipped ?? true)) newest -= 1;
  const last = find(newest);
  const make = catchUp === 'latest' || last?.onDate === today ? last : undefined;
  const missed: PlannedOccurrence[] = [];
  for (let index = nextIndex; index <= newest; index += 1) {
    const occurrence = find(index);
    if (occurrence && !occurrence.isSkipped && index !== make?.index) missed.push(occurrence);
  }
  return { missed, make };
}

import type { CalendarDate } from '../../../shared/dates/calendar-date.ts';
import { AppError } from '../../../shared/errors/app-error.ts';
import type { ScheduleException } from '../../../shared/recurring/exceptions.ts';
import {
  findNextPlanned,
  findToCome,
  MAX_EXCEPTIONS,
} from '../../../shared/recurring/exceptions.ts';
import type { Occurrence } from '../../../shared/recurring/schedule.ts';
import type { Queryable } from '../../db/database.ts';
import type { RecurringRow } from './recurring.store.ts';
import { atOccurrence, setProgress, toPlan } from './recurring.store.ts';

/** The occurrence of a day behind the next one; undefined where the schedule has none there. */
export function findLater(row: RecurringRow, date: CalendarDate): Occurrence | undefined {
  const found = findToCome(toPlan(row), { index: row.nextIndex, made: row.madeCount }, date);
  return found && found.index > row.nextIndex ? found : undefined;
}

/**
 * Plans one day of a locked row otherwise, or as its schedule has it.
 * @param movedTo its own day takes the exception back
 * @throws AppError CONFLICT where a schedule has as many as it can keep
 */
export async function setException(
  db: Queryable,
  row: RecurringRow,
  { date, movedTo }: ScheduleException,
): Promise<void> {
  const others = row.exceptions.filter((one) => one.date !== date);
  if (movedTo !== date && others.length >= MAX_EXCEPTIONS) {
    const message = `At most ${MAX_EXCEPTIONS} days of a schedule can be moved or skipped ahead. Change the schedule instead.`;
    throw new AppError('CONFLICT', message);
  }
  const exceptions = (movedTo === date ? others : [...others, { date, movedTo }]).toSorted((a, b) =>
    a.date < b.date ? -1 : 1,
  );
  const { next } = findNextPlanned(toPlan({ ...row, exceptions }), row.nextIndex, row.madeCount);
  await setProgress(db, row, { exceptions, ...atOccurrence(row.nextIndex, next), problem: null });
}

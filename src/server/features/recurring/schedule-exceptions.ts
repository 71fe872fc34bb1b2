import { AppError } from '../../../shared/errors/app-error.ts';
import type { ScheduleException } from '../../../shared/recurring/exceptions.ts';
import { MAX_EXCEPTIONS } from '../../../shared/recurring/exceptions.ts';
import type { Queryable } from '../../db/database.ts';
import type { RecurringRow } from './recurring.store.ts';
import { atOccurrence, setProgress, toPlan } from './recurring.store.ts';

/**
 * Plans one day of a locked row otherwise, or as its schedule has it: the one way in which an invoice to
 * come is moved, left out or put back.
 * @param movedTo its own day takes the exception back
 * @returns the row as it is then
 * @throws AppError CONFLICT where a schedule has as many as it can keep
 */
export async function setException(
  db: Queryable,
  row: RecurringRow,
  { date, movedTo }: ScheduleException,
): Promise<RecurringRow> {
  const others = row.exceptions.filter((one) => one.date !== date);
  if (movedTo !== date && others.length >= MAX_EXCEPTIONS) {
    const message = `At most ${MAX_EXCEPTIONS} days of a schedule can be moved or skipped ahead. Change the schedule instead.`;
    throw new AppError('CONFLICT', message);
  }
  const exceptions = (movedTo === date ? others : [...others, { date, movedTo }]).toSorted((a, b) =>
    a.date < b.date ? -1 : 1,
  );
  const plan = toPlan({ ...row, exceptions });
  const values = {
    exceptions,
    ...atOccurrence(plan, row.nextIndex, row.madeCount),
    problem: null,
  };
  await setProgress(db, row, values);
  return { ...row, ...values };
}

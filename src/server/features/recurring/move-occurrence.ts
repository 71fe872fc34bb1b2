import type { CalendarDate } from '../../../shared/dates/calendar-date.ts';
import { businessDay, formatDate } from '../../../shared/dates/calendar-date.ts';
import { AppError, invalidField } from '../../../shared/errors/app-error.ts';
import { findMoveRange, findToCome } from '../../../shared/recurring/exceptions.ts';
import type {
  MoveOccurrenceInput,
  RecurringDetail,
} from '../../../shared/recurring/recurring.contract.ts';
import type { Occurrence } from '../../../shared/recurring/schedule.ts';
import type { Transaction } from '../../db/database.ts';
import { withTransaction } from '../../db/with-transaction.ts';
import type { Services } from '../../platform/http/services.ts';
import { findProfile } from '../profile/index.ts';
import { lockRecurring, refuseEnded } from './change-recurring.ts';
import { readRecurring } from './read-recurring.ts';
import type { RecurringRow } from './recurring.store.ts';
import { toPlan } from './recurring.store.ts';
import { setException } from './schedule-exceptions.ts';

type Given = Pick<Services, 'db' | 'clock'>;

/**
 * Has the invoice of one day of the schedule made on another, and dated by it; its period stays. One
 * that was left out is made again, while its own day is still to come.
 * @throws AppError NOT_FOUND, CONFLICT (it has ended), STALE (that day has been dealt with), VALIDATION
 *   naming `to` (a day that has passed, not between the invoices before and after, or outside the schedule)
 */
export function moveOccurrence(
  { db, clock }: Given,
  businessId: string,
  { id, date, to }: MoveOccurrenceInput,
): Promise<RecurringDetail> {
  return withTransaction(db, async (tx) => {
    const now = clock.now();
    const row = await lockRecurring(tx, businessId, id);
    refuseEnded(row, 'move an invoice');
    const today = businessDay(now, await findProfile(tx, businessId));
    const occurrence = await requireToCome(tx, row, date, { today, now });
    refuseOutOfOrder(row, occurrence, { to, today });
    await setException(tx, row, { date: occurrence.date, movedTo: to });
    return readRecurring(tx, businessId, id, now);
  });
}

/**
 * Its own day may have passed, where it was put off; but neighbors that were moved across it meanwhile
 * stay in its way.
 * @throws AppError VALIDATION naming `to`
 */
function refuseOutOfOrder(
  row: RecurringRow,
  occurrence: Occurrence,
  { to, today }: { to: CalendarDate; today: CalendarDate },
): void {
  const { date } = occurrence;
  const isPutBack = to === date;
  const earliest = isPutBack && date < today ? date : today;
  const range = findMoveRange(toPlan(row), occurrence, { next: row.nextIndex, today: earliest });
  if (to >= range.from && to <= range.to) return;
  const hasNone = range.from > range.to || (range.from === date && range.to === date);
  const message = hasNone
    ? 'There is no other day for it: the invoices before and after are too close'
    : `Choose a day from ${formatDate(range.from)} to ${formatDate(range.to)}: invoices keep their order`;
  throw invalidField('to', message);
}

async function requireToCome(
  tx: Transaction,
  row: RecurringRow,
  date: string,
  { today, now }: { today: string; now: Date },
): Promise<Occurrence> {
  const found = findToCome(toPlan(row), { index: row.nextIndex, made: row.madeCount }, date);
  const isOver = isLeftOut(row, date) && date <= today;
  if (found && !isOver) return found;
  throw new AppError('STALE', `No invoice of ${formatDate(date)} is to come`, {
    current: await readRecurring(tx, row.businessId, row.id, now),
  });
}

const isLeftOut = ({ exceptions }: RecurringRow, date: string): boolean =>
  exceptions.some((one) => one.date === date && one.movedTo === null);

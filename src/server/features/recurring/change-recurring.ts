import { businessDay, formatDate } from '../../../shared/dates/calendar-date.ts';
import { AppError, invalidField } from '../../../shared/errors/app-error.ts';
import type { PlannedOccurrence } from '../../../shared/recurring/exceptions.ts';
import { findNextPlanned, findPlanned, findToCome } from '../../../shared/recurring/exceptions.ts';
import type {
  NextOneInput,
  RecurringDetail,
  ResumeInput,
} from '../../../shared/recurring/recurring.contract.ts';
import type { Occurrence } from '../../../shared/recurring/schedule.ts';
import { firstIndexFrom } from '../../../shared/recurring/schedule.ts';
import type { Transaction } from '../../db/database.ts';
import { withTransaction } from '../../db/with-transaction.ts';
import type { Services } from '../../platform/http/services.ts';
import { runIdempotently } from '../../platform/idempotency/run-idempotently.ts';
import { requireLive } from '../../platform/records/change-record.ts';
import { findProfile } from '../profile/index.ts';
import type { MakingServices } from './make-occurrence.ts';
import { inOrderOfNumbers, makeOccurrence } from './make-occurrence.ts';
import { readRecurring } from './read-recurring.ts';
import type { RecurringRow } from './recurring.store.ts';
import { advance, insertRuns, passLeftOut, recurringRecords, toPlan } from './recurring.store.ts';
import { setException } from './schedule-exceptions.ts';

type Given = Pick<Services, 'db' | 'clock'>;

export async function lockRecurring(
  tx: Transaction,
  businessId: string,
  id: number,
): Promise<RecurringRow> {
  return requireLive('Recurring invoice', await recurringRecords.lock(tx, businessId, id));
}

export function refuseEnded({ status }: RecurringRow, verb: string): void {
  if (status !== 'ended') return;
  const message = `This recurring invoice has ended. Change its schedule before you ${verb}.`;
  throw new AppError('CONFLICT', message);
}

/**
 * Nothing is made of it until it is resumed. One that is paused is answered as it is.
 * @throws AppError NOT_FOUND, CONFLICT (it has ended)
 */
export function pauseRecurring(
  { db, clock }: Given,
  businessId: string,
  id: number,
): Promise<RecurringDetail> {
  return withTransaction(db, async (tx) => {
    const now = clock.now();
    const row = await lockRecurring(tx, businessId, id);
    refuseEnded(row, 'pause it');
    if (row.status === 'active') {
      const paused = { status: 'paused', problem: null, updatedAt: now } as const;
      await recurringRecords.update(tx, businessId, id, paused);
    }
    return readRecurring(tx, businessId, id, now);
  });
}

/**
 * It goes on: with the first day from the one that is given, or else with those that have passed, as
 * catching up says. One that is active is answered as it is.
 * @throws AppError NOT_FOUND, CONFLICT (it has ended), VALIDATION (nothing is left from that day on)
 */
export function resumeRecurring(
  { db, clock }: Given,
  businessId: string,
  { id, from }: ResumeInput,
): Promise<RecurringDetail> {
  return withTransaction(db, async (tx) => {
    const now = clock.now();
    const row = await lockRecurring(tx, businessId, id);
    refuseEnded(row, 'resume it');
    if (row.status === 'paused') {
      const resumed = { status: 'active', updatedAt: now } as const;
      await recurringRecords.update(tx, businessId, id, resumed);
      const goesOn = { ...row, ...resumed };
      if (from !== undefined) await leaveOut(tx, goesOn, from, now);
    }
    return readRecurring(tx, businessId, id, now);
  });
}

/** Passes over the days before one; they are skipped, for somebody has said so. */
async function leaveOut(
  tx: Transaction,
  row: RecurringRow,
  from: string,
  now: Date,
): Promise<void> {
  const plan = toPlan(row);
  const index = Math.max(row.nextIndex, firstIndexFrom(plan.schedule, from));
  if (!findNextPlanned(plan, index, row.madeCount)) {
    throw invalidField('from', `No day of the schedule is left from ${formatDate(from)} on`);
  }
  const skipped: Occurrence[] = [];
  for (let at = row.nextIndex; at < index; at += 1) {
    const planned = findPlanned(plan, at, row.madeCount);
    // Those that were left out already are written down by going on.
    if (planned && !planned.isSkipped) skipped.push(planned);
  }
  if (index === row.nextIndex) return;
  await insertRuns(tx, row, skipped, { outcome: 'skipped', isTold: true, createdAt: now });
  await advance(tx, row, index - 1, { now });
}

/**
 * Leaves out the next one, or that of a day of the schedule. Until its day has come that can be taken
 * back (`moveOccurrence` to its own day).
 * @throws AppError NOT_FOUND, CONFLICT (it has ended, none is left, or too many days are planned
 *   otherwise), STALE (that day has been dealt with, or is none of the schedule)
 */
export function skipOccurrence(
  { db, clock }: Given,
  businessId: string,
  input: NextOneInput,
  key?: string,
): Promise<RecurringDetail> {
  return runIdempotently(db, { businessId, key, call: 'recurring.skip', input }, async (tx) => {
    const now = clock.now();
    const row = await lockRecurring(tx, businessId, input.id);
    refuseEnded(row, 'skip an invoice');
    const from = { index: row.nextIndex, made: row.madeCount };
    const named = input.date === undefined ? undefined : findToCome(toPlan(row), from, input.date);
    const { date } = named ?? (await requireNext(tx, row, input, 'skip an invoice', now));
    const planned = await setException(tx, row, { date, movedTo: null });
    const today = businessDay(now, await findProfile(tx, businessId));
    await passLeftOut(tx, planned, { today, now });
    return readRecurring(tx, businessId, input.id, now);
  });
}

/**
 * Makes the next one now, also while it is paused. What is refused is the caller's to mend.
 * @throws AppError NOT_FOUND, CONFLICT (it has ended), STALE (another is the next one by now), and as
 *   `makeOccurrence`
 */
export function runRecurring(
  services: MakingServices,
  businessId: string,
  input: NextOneInput,
  key?: string,
): Promise<RecurringDetail> {
  const { db, clock } = services;
  return inOrderOfNumbers((datedBy) =>
    runIdempotently(db, { businessId, key, call: 'recurring.run', input }, async (tx) => {
      const now = clock.now();
      const row = await lockRecurring(tx, businessId, input.id);
      const next = await requireNext(tx, row, input, 'make an invoice', now);
      const profile = await findProfile(tx, businessId);
      await makeOccurrence(tx, row, next, { services, profile, datedBy, isTold: true });
      return readRecurring(tx, businessId, input.id, now);
    }),
  );
}

async function requireNext(
  tx: Transaction,
  row: RecurringRow,
  { date }: NextOneInput,
  verb: string,
  now: Date,
): Promise<PlannedOccurrence> {
  refuseEnded(row, verb);
  const next = findNextPlanned(toPlan(row), row.nextIndex, row.madeCount);
  if (!next) {
    const message = `All invoices that are left are skipped. Put one back before you ${verb}.`;
    throw new AppError('CONFLICT', message);
  }
  if (date === undefined || date === next.date || date === next.onDate) return next;
  throw new AppError('STALE', `The next invoice is that of ${formatDate(next.onDate)} by now`, {
    current: await readRecurring(tx, row.businessId, row.id, now),
  });
}

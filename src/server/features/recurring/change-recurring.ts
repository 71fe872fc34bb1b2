import { formatDate } from '../../../shared/dates/calendar-date.ts';
import { AppError, invalidField } from '../../../shared/errors/app-error.ts';
import type { PlannedOccurrence } from '../../../shared/recurring/exceptions.ts';
import { findNextPlanned, findPlanned } from '../../../shared/recurring/exceptions.ts';
import type {
  NextOneInput,
  RecurringDetail,
  ResumeInput,
} from '../../../shared/recurring/recurring.contract.ts';
import type { Occurrence } from '../../../shared/recurring/schedule.ts';
import { findOccurrence, firstIndexFrom } from '../../../shared/recurring/schedule.ts';
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
import { advance, insertRuns, recurringRecords, toPlan } from './recurring.store.ts';
import { findLater, setException } from './schedule-exceptions.ts';

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
  if (!findNextPlanned(plan, index, row.madeCount).next) {
    throw invalidField('from', `No day of the schedule is left from ${formatDate(from)} on`);
  }
  const skipped: Occurrence[] = [];
  for (let at = row.nextIndex; at < index; at += 1) {
    const occurrence = findOccurrence(plan.schedule, at, row.madeCount);
    if (occurrence) skipped.push(occurrence);
  }
  const last = skipped.at(-1);
  if (!last) return;
  await insertRuns(tx, row, skipped, { outcome: 'skipped', isTold: true, createdAt: now });
  await advance(tx, row, last.index, { now });
}

/**
 * Leaves the next one out, or that of a later day, which can be taken back until it is the next one.
 * @throws AppError NOT_FOUND, CONFLICT (it has ended), STALE (that day has been dealt with, or is none
 *   of the schedule)
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
    const later = input.date === undefined ? undefined : findLater(row, input.date);
    if (later) {
      await setException(tx, row, { date: later.date, movedTo: null });
    } else {
      const next = await requireNext(tx, row, input, 'skip an invoice', now);
      await insertRuns(tx, row, [next], { outcome: 'skipped', isTold: true, createdAt: now });
      await advance(tx, row, next.index, { now });
    }
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
  const next = findPlanned(toPlan(row), row.nextIndex, row.madeCount);
  if (!next) throw new Error('a recurring invoice that goes on has no next day');
  if (date === undefined || date === next.date || date === next.onDate) return next;
  throw new AppError('STALE', `The next invoice is that of ${formatDate(next.onDate)} by now`, {
    current: await readRecurring(tx, row.businessId, row.id, now),
  });
}

import { isDeepStrictEqual } from 'node:util';
import type { CalendarDate } from '../../../shared/dates/calendar-date.ts';
import { addDays, businessDay, formatDate } from '../../../shared/dates/calendar-date.ts';
import { invalidField } from '../../../shared/errors/app-error.ts';
import {
  findOccurrenceOn,
  findPlanned,
  keepExceptions,
} from '../../../shared/recurring/exceptions.ts';
import type {
  RecurringDetail,
  RecurringInput,
  RecurringUpdateInput,
} from '../../../shared/recurring/recurring.contract.ts';
import type { Schedule } from '../../../shared/recurring/schedule.ts';
import {
  findOccurrence,
  firstIndexFrom,
  listOccurrences,
} from '../../../shared/recurring/schedule.ts';
import type { Transaction } from '../../db/database.ts';
import { withTransaction } from '../../db/with-transaction.ts';
import type { Services } from '../../platform/http/services.ts';
import { runIdempotently } from '../../platform/idempotency/run-idempotently.ts';
import {
  requireLive,
  requireRestorable,
  requireVersion,
} from '../../platform/records/change-record.ts';
import { documentSearchText, restoreDeletedCustomer } from '../customers/index.ts';
import { asPriced, INVOICE_NUMBERS, newContent, numberOfNew } from '../documents/index.ts';
import { findProfile } from '../profile/index.ts';
import type { ContentInput } from './invoice-of-occurrence.ts';
import { toContent, writeOccurrence } from './invoice-of-occurrence.ts';
import { readRecurring } from './read-recurring.ts';
import type { RecurringRow } from './recurring.store.ts';
import {
  atOccurrence,
  findLastDay,
  recurringRecords,
  toPlan,
  toSchedule,
} from './recurring.store.ts';

const NAME = 'Recurring invoice';

type Given = Pick<Services, 'db' | 'clock'>;

/**
 * Makes a recurring invoice; its first invoice is that of the first day from today on.
 * @throws AppError NOT_FOUND (customer, item, tax rate), VALIDATION (what no invoice can hold; a
 *   schedule that has ended)
 */
export function createRecurring(
  { db, clock }: Given,
  businessId: string,
  input: RecurringInput,
  key?: string,
): Promise<RecurringDetail> {
  return runIdempotently(db, { businessId, key, call: 'recurring.create', input }, async (tx) => {
    const now = clock.now();
    const { schedule } = input;
    const today = businessDay(now, await findProfile(tx, businessId));
    const index = firstIndexFrom(schedule, today);
    if (!findOccurrence(schedule, index, 0)) {
      const message = `No day of the schedule is left from today, ${formatDate(today)}, on: choose a later end date`;
      throw invalidField('schedule.endDate', message);
    }
    const content = await checkContent(tx, businessId, input, { schedule, index, now });
    const { name = null, dueDays = null, delivery, catchUp } = input;
    const id = await recurringRecords.insert(tx, {
      businessId,
      ...content,
      name,
      searchText: documentSearchText(name, content.customer, content.content.lineItems),
      ...schedule,
      dueDays,
      delivery,
      catchUp,
      ...atOccurrence({ schedule, exceptions: [] }, index, 0),
      createdAt: now,
      updatedAt: now,
    });
    return readRecurring(tx, businessId, id, now);
  });
}

/**
 * Saves an edited one: it is for invoices that follow, those that were made stay. What is absent stays
 * as it is stored; a schedule is given whole.
 * @throws AppError STALE with the `current` one, NOT_FOUND (it, customer, item, tax rate), VALIDATION
 */
export function updateRecurring(
  { db, clock }: Given,
  businessId: string,
  input: RecurringUpdateInput,
): Promise<RecurringDetail> {
  return withTransaction(db, async (tx) => {
    const now = clock.now();
    const { id, version } = input;
    const read = () => readRecurring(tx, businessId, id, now);
    const stored = requireLive(NAME, await recurringRecords.lock(tx, businessId, id));
    await requireVersion(NAME, stored, version, read);
    const progress = await reschedule(tx, stored, input.schedule, now);
    const { schedule } = progress;
    const given = Object.entries(input).filter(([, value]) => value !== undefined);
    // Another currency is rounded as the business has it, unless the call says otherwise.
    const isMoved = (input.currency ?? stored.currency) !== stored.currency;
    const merged = {
      ...stored.content,
      ...(isMoved ? { roundingIncrement: undefined } : {}),
      customerId: stored.customerId,
      ...(Object.fromEntries(given) as typeof input),
    } as ContentInput & { customerId: number };
    const index = progress.nextIndex;
    const content = await checkContent(tx, businessId, merged, { schedule, index, now });
    const { name = stored.name, dueDays = stored.dueDays } = input;
    const { delivery = stored.delivery, catchUp = stored.catchUp } = input;
    await recurringRecords.update(tx, businessId, id, {
      ...content,
      name,
      searchText: documentSearchText(name, content.customer, content.content.lineItems),
      ...schedule,
      dueDays,
      delivery,
      catchUp,
      nextIndex: progress.nextIndex,
      nextDate: progress.nextDate,
      listDate: progress.listDate,
      exceptions: progress.exceptions,
      status: progress.status,
      // What was refused is tried at once with what was saved.
      problem: null,
      updatedAt: now,
    });
    return read();
  });
}

/**
 * Where another schedule goes on: with the first of its days that was not dealt with, from today on,
 * or from the day that was still to be done. Days that were moved or left out stay so where it has them, too.
 */
async function reschedule(
  tx: Transaction,
  stored: RecurringRow,
  given: Schedule | undefined,
  now: Date,
): Promise<
  { schedule: Schedule } & Pick<
    RecurringRow,
    'nextIndex' | 'nextDate' | 'listDate' | 'status' | 'exceptions'
  >
> {
  const { businessId, id, nextIndex, nextDate, listDate, status, madeCount, exceptions } = stored;
  const before = toSchedule(stored);
  const schedule = given ?? before;
  if (isDeepStrictEqual(schedule, before)) {
    return { schedule, nextIndex, nextDate, listDate, status, exceptions };
  }
  const today = businessDay(now, await findProfile(tx, businessId));
  const days = [today, nextDate ?? today];
  const planned = nextDate === null ? undefined : findPlanned(toPlan(stored), nextIndex, madeCount);
  // One that was put off is still to be done, where the other schedule has its day.
  if (planned && findOccurrenceOn(schedule, planned.date)) days.push(planned.date);
  const from = days.toSorted()[0] ?? today;
  const index = firstIndexFrom(schedule, dayAfter(await findLastDay(tx, businessId, id), from));
  const plan = { schedule, exceptions: keepExceptions({ schedule, exceptions }, index) };
  const next = findPlanned(plan, index, madeCount);
  const goesOn = status === 'ended' ? 'active' : status;
  return {
    schedule,
    ...atOccurrence(plan, index, madeCount),
    exceptions: next ? plan.exceptions : [],
    status: next ? goesOn : 'ended',
  };
}

const dayAfter = (last: CalendarDate | undefined, from: CalendarDate): CalendarDate =>
  last !== undefined && from <= last ? addDays(last, 1) : from;

/** So many invoices are looked at for texts that their variables make too long: a year of months. */
const LOOKED_AT = 12;

/**
 * A content that invoices can be made of now, with what the next one comes to.
 * @throws AppError NOT_FOUND (customer, item, tax rate), VALIDATION
 */
async function checkContent(
  tx: Transaction,
  businessId: string,
  given: ContentInput & { customerId: number },
  { schedule, index, now }: { schedule: Schedule; index: number; now: Date },
) {
  const profile = await findProfile(tx, businessId);
  const issueDate = businessDay(now, profile);
  const year = issueDate.slice(0, 4);
  const invoiceNumber = await numberOfNew(INVOICE_NUMBERS, tx, businessId, now, year);
  const own = { invoiceNumber, issueDate, dueDays: null, status: 'draft' as const };
  const { customerId } = given;
  const kept = toContent(given);
  const { currency, roundingIncrement } = given;
  const asGiven = { ...kept, currency, roundingIncrement };
  const written = (at: number) =>
    writeOccurrence({ customerId, content: asGiven, schedule, index: at }, own);
  const first = written(index);
  for (const { index: at } of listOccurrences(schedule, { index: index + 1, made: 0 }, LOOKED_AT)) {
    written(at);
  }
  const { values, terms } = await newContent(tx, 'invoice', businessId, first, {
    now,
    isIssued: false,
    deduct: asPriced,
  });
  return {
    customerId: values.customerId,
    customer: terms.customer,
    currency: values.currency,
    total: values.total,
    content: {
      ...kept,
      currency: values.currency,
      roundingIncrement: values.roundingIncrement,
    },
  };
}

/** Its invoices stay. */
export function deleteRecurring(
  { db, clock }: Given,
  businessId: string,
  id: number,
): Promise<{ id: number }> {
  return withTransaction(db, async (tx) => {
    requireLive(NAME, await recurringRecords.lock(tx, businessId, id));
    await recurringRecords.update(tx, businessId, id, { deletedAt: clock.now() });
    return { id };
  });
}

/**
 * Takes a deletion back, for 30 days; one that is not deleted is answered as it is. Catching up
 * decides about days that have passed since. A customer who was deleted since comes back with it.
 * @throws AppError NOT_FOUND when there is none, or it is too late
 */
export function restoreRecurring(
  { db, clock }: Given,
  businessId: string,
  id: number,
): Promise<RecurringDetail> {
  return withTransaction(db, async (tx) => {
    const now = clock.now();
    const stored = await recurringRecords.lock(tx, businessId, id);
    const deleted = requireRestorable(NAME, stored, now);
    if (deleted) {
      await recurringRecords.update(tx, businessId, id, { deletedAt: null });
      await restoreDeletedCustomer(tx, businessId, deleted.customerId);
    }
    return readRecurring(tx, businessId, id, now);
  });
}

import type { SQL } from 'drizzle-orm';
import { sql } from 'drizzle-orm';
import type { CalendarDate } from '../../../shared/dates/calendar-date.ts';
import { businessDay } from '../../../shared/dates/calendar-date.ts';
import { AppError } from '../../../shared/errors/app-error.ts';
import type { InvoiceDetail } from '../../../shared/invoices/invoice.contract.ts';
import type { PlannedOccurrence } from '../../../shared/recurring/exceptions.ts';
import { ownerByOwner, readAcrossOwners } from '../../db/across-owners.ts';
import type { Transaction } from '../../db/database.ts';
import { withTransaction } from '../../db/with-transaction.ts';
import type { ProfileRow } from '../profile/index.ts';
import { findProfile } from '../profile/index.ts';
import { describeProblem } from './describe-problem.ts';
import type { DatedBy, MakingServices } from './make-occurrence.ts';
import { inOrderOfNumbers, makeOccurrence } from './make-occurrence.ts';
import { planCatchUp } from './plan-catch-up.ts';
import type { RecurringRow } from './recurring.store.ts';
import {
  advance,
  insertRuns,
  lockDue,
  passLeftOut,
  recurringRecords,
  setProgress,
  toPlan,
} from './recurring.store.ts';
import { tellOfRefusal, tellOfRuns } from './tell-owner.ts';

/** What was refused is tried again after so long, or once the profile or the customer was saved. */
const RETRY_MS = 60 * 60_000;

/** Of a recurring invoice `r`: whether it was not refused, or long ago, or before a change. */
const mayBeTried = (businessId: SQL, now: Date) => sql`(
  r.problem is null
  or r.refused_at <= ${new Date(now.getTime() - RETRY_MS).toISOString()}::timestamptz
  or exists (select from business_profiles p
    where p.business_id = ${businessId} and p.updated_at > r.refused_at)
  or exists (select from customers c
    where c.business_id = ${businessId} and c.id = r.customer_id and c.updated_at > r.refused_at))`;

/**
 * Makes the invoices whose day has come in the business's time zone, each in a transaction of its own
 * that deals with the day for good. Safe to run twice, on many instances at once, and to be killed: a
 * row that another run holds is left to it. What is suspended sends nothing; it catches up when it is
 * reinstated.
 * @returns how many were made
 */
export async function makeRecurringInvoices(services: MakingServices): Promise<number> {
  const { db, clock } = services;
  const now = clock.now();
  const owners = await readAcrossOwners<{
    business_id: string;
    time_zone: string | null;
    next_date: string;
  }>(
    db.orm,
    'recurring invoices',
    sql`
      select r.business_id, b.time_zone, min(r.next_date) as next_date
      from recurring_invoices r
      join businesses o on o.id = r.business_id and o.suspended_at is null
      left join business_profiles b on b.business_id = r.business_id
      where r.status = 'active' and r.deleted_at is null
        and r.next_date <= (${now.toISOString()}::timestamptz at time zone 'UTC')::date + 1
        and ${mayBeTried(sql`r.business_id`, now)}
      group by r.business_id, b.time_zone`,
  );
  // Days begin up to fourteen hours before those of UTC, and in zones that the database may not know.
  const days = new Map(
    owners.map(({ business_id, time_zone }) => [
      business_id,
      businessDay(now, time_zone === null ? null : { timeZone: time_zone }),
    ]),
  );
  const today = (businessId: string) => days.get(businessId) ?? '';
  const due = owners.filter(({ business_id, next_date }) => next_date <= today(business_id));
  return ownerByOwner(due, (businessId) => makeForOwner(services, businessId, today(businessId)));
}

/** A recurring invoice whose day has come. */
type Due = Pick<RecurringRow, 'businessId' | 'id' | 'version'> & { nextDate: CalendarDate };

/** In the order of days over all of an owner's, as their number series asks. */
async function makeForOwner(
  services: MakingServices,
  businessId: string,
  today: CalendarDate,
): Promise<number> {
  const waiting = await findDue(services, businessId, today);
  let made = 0;
  const failures: unknown[] = [];
  for (let due = waiting.shift(); due; due = waiting.shift()) {
    const next = due;
    try {
      const after = await inOrderOfNumbers((datedBy) => makeNext(services, next, datedBy));
      if (!after) continue;
      made += after.made;
      const { nextDate } = after;
      if (nextDate === null || nextDate > today) continue;
      const place = waiting.findIndex((other) => other.nextDate > nextDate);
      waiting.splice(place === -1 ? waiting.length : place, 0, { ...next, nextDate });
    } catch (error) {
      if (error instanceof AppError) await keepProblem(services, next, error);
      // What is wrong with one does not hold the others up.
      else failures.push(error);
    }
  }
  if (failures.length > 0) throw failures[0];
  return made;
}

async function findDue(
  { db, clock }: MakingServices,
  businessId: string,
  today: CalendarDate,
): Promise<Due[]> {
  const { rows } = await db.orm.execute<{ id: string; version: number; next_date: string }>(sql`
    select r.id, r.version, r.next_date from recurring_invoices r
    where r.business_id = ${businessId} and r.status = 'active' and r.deleted_at is null
      and r.next_date <= ${today}::date and ${mayBeTried(sql`${businessId}`, clock.now())}
    order by r.next_date, r.id`);
  return rows.map(({ id, version, next_date: nextDate }) => ({
    businessId,
    id: Number(id),
    version,
    nextDate,
  }));
}

/**
 * Deals with the next days of one recurring invoice: those that were left out, or those up to the first
 * that is made.
 * @returns how many were made, and the day of the next; undefined where another run holds it, or
 *   nothing is due any more
 */
function makeNext(
  services: MakingServices,
  { businessId, id }: Due,
  datedBy: DatedBy,
): Promise<{ made: number; nextDate: CalendarDate | null } | undefined> {
  const { db, clock } = services;
  return withTransaction(db, async (tx) => {
    const now = clock.now();
    const profile = await findProfile(tx, businessId);
    const today = businessDay(now, profile);
    const found = await lockDue(tx, businessId, id, today);
    if (!found) return undefined;
    let row = await passLeftOut(tx, found, { today, now });
    let make: PlannedOccurrence | undefined;
    let invoice: InvoiceDetail | undefined;
    // Behind what was left out its day may come after those of others: it waits for its turn.
    if (row === found) ({ row, make } = await passOver(tx, found, { profile, today, now }));
    if (make) {
      const making = { services, profile, datedBy, isTold: false };
      ({ row, invoice } = await makeOccurrence(tx, row, make, making));
    }
    const isCaughtUp = row.nextDate === null || row.nextDate > today;
    if (isCaughtUp) await tellOfRuns(tx, row, now, invoice);
    return { made: make ? 1 : 0, nextDate: row.nextDate };
  });
}

/**
 * Writes down the days that catching up leaves out.
 * @returns the row behind them, and the occurrence that is to be made, if there is one
 */
async function passOver(
  tx: Transaction,
  found: RecurringRow,
  { profile, today, now }: { profile: ProfileRow | undefined; today: CalendarDate; now: Date },
) {
  const { nextIndex, madeCount, catchUp, refusedAt } = found;
  const refusedOn = refusedAt ? businessDay(refusedAt, profile) : undefined;
  const due = { plan: toPlan(found), nextIndex, madeCount, catchUp, refusedOn };
  const { missed, make } = planCatchUp(due, today);
  const last = missed.at(-1);
  if (!last) return { row: found, make };
  await insertRuns(tx, found, missed, { outcome: 'missed', isTold: false, createdAt: now });
  return { row: await advance(tx, found, last.index, { now }), make };
}

/**
 * Nothing is lost: it stays due, says what to do, and is tried again. Its owner is told once, and
 * again when the reason is another. Days that catching up leaves out are passed over now: later
 * they would seem to have been refused as well.
 */
async function keepProblem(
  { db, clock }: MakingServices,
  { businessId, id, version, nextDate }: Due,
  error: AppError,
): Promise<void> {
  await withTransaction(db, async (tx) => {
    const found = await recurringRecords.lock(tx, businessId, id);
    // Changed since: the next run looks at it as it is now.
    const isAsItWas = found?.version === version && found.nextDate === nextDate;
    if (!found || !isAsItWas || found.status !== 'active' || found.deletedAt) return;
    const now = clock.now();
    const profile = await findProfile(tx, businessId);
    const today = businessDay(now, profile);
    const before = found.problem;
    const { row, make } = await passOver(tx, found, { profile, today, now });
    if (!make) return;
    const problem = describeProblem(error);
    const isKnown = before?.code === problem.code && before.message === problem.message;
    await setProgress(tx, row, {
      problem: isKnown ? before : { ...problem, since: now.toISOString() },
      refusedAt: now,
    });
    if (isKnown) return;
    await tellOfRuns(tx, row, now);
    await tellOfRefusal(tx, row, problem.message, now);
  });
}

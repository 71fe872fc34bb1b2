import { sql } from 'drizzle-orm';
import type { CalendarDate } from '../../../shared/dates/calendar-date.ts';
import { businessDay } from '../../../shared/dates/calendar-date.ts';
import { AppError } from '../../../shared/errors/app-error.ts';
import { ownerByOwner, readAcrossOwners } from '../../db/across-owners.ts';
import type { Transaction } from '../../db/database.ts';
import { withTransaction } from '../../db/with-transaction.ts';
import { isSuspended } from '../businesses/index.ts';
import { findProfile } from '../profile/index.ts';
import { describeProblem } from './describe-problem.ts';
import type { DatedBy, MakingServices } from './make-occurrence.ts';
import { inOrderOfNumbers, makeOccurrence } from './make-occurrence.ts';
import { planCatchUp } from './plan-catch-up.ts';
import type { RecurringRow } from './recurring.store.ts';
import {
  advance,
  insertRuns,
  recurringRecords,
  setProgress,
  toSchedule,
} from './recurring.store.ts';
import { tellOfRefusal, tellOfRuns } from './tell-owner.ts';

/** What was refused is tried again after so long, or once the profile or the customer was saved. */
const RETRY_MS = 60 * 60_000;

/** Whether a recurring invoice `r` may be tried: it was not refused, or long ago, or before a change. */
const mayBeTried = (businessId: ReturnType<typeof sql>, now: Date) => sql`(
  r.problem is null
  or r.refused_at <= ${new Date(now.getTime() - RETRY_MS).toISOString()}::timestamptz
  or exists (select from business_profiles p
    where p.business_id = ${businessId} and p.updated_at > r.refused_at)
  or exists (select from customers c
    where c.business_id = ${businessId} and c.id = r.customer_id and c.updated_at > r.refused_at))`;

/**
 * Makes the invoices whose day has come in the business's time zone, each in a transaction of its own
 * that deals with the day for good. Safe to run twice, on many instances at once, and to be killed: a
 * row that another run holds is left to it.
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
      left join business_profiles b on b.business_id = r.business_id
      where r.status = 'active' and r.deleted_at is null
        and r.next_date <= (${now.toISOString()}::timestamptz at time zone 'UTC')::date + 1
        and ${mayBeTried(sql`r.business_id`, now)}
      group by r.business_id, b.time_zone`,
  );
  // Days begin up to fourteen hours before those of UTC, and in zones that the database may not know.
  const due = owners.filter(
    ({ next_date, time_zone }) =>
      next_date <= businessDay(now, time_zone === null ? null : { timeZone: time_zone }),
  );
  return ownerByOwner(due, (businessId) => makeForOwner(services, businessId));
}

async function makeForOwner(services: MakingServices, businessId: string): Promise<number> {
  const { db } = services;
  // What is suspended sends nothing; it catches up when it is reinstated.
  if (await isSuspended(db.orm, businessId)) return 0;
  let made = 0;
  const passed: number[] = [];
  const failures: unknown[] = [];
  for (;;) {
    let held: RecurringRow | undefined;
    try {
      const done = await inOrderOfNumbers((datedBy) => {
        held = undefined;
        return makeNext(services, businessId, passed, datedBy, (row) => {
          held = row;
        });
      });
      if (done === undefined) break;
      made += done;
    } catch (error) {
      if (!held) throw error;
      passed.push(held.id);
      if (error instanceof AppError) await keepProblem(services, held, error);
      // What is wrong with one does not hold the others up.
      else failures.push(error);
    }
  }
  if (failures.length > 0) throw failures[0];
  return made;
}

/**
 * Deals with the next days of one recurring invoice, up to the first that is made.
 * @param passed which were refused in this run
 * @param hold is told which row this works on
 * @returns how many were made; undefined where nothing is due
 */
function makeNext(
  services: MakingServices,
  businessId: string,
  passed: readonly number[],
  datedBy: DatedBy,
  hold: (row: RecurringRow) => void,
): Promise<number | undefined> {
  const { db, clock } = services;
  return withTransaction(db, async (tx) => {
    const now = clock.now();
    const profile = await findProfile(tx, businessId);
    const today = businessDay(now, profile);
    const found = await lockDue(tx, businessId, passed, today, now);
    if (!found) return undefined;
    hold(found);
    const { missed, make } = planCatchUp(
      {
        schedule: toSchedule(found),
        nextIndex: found.nextIndex,
        madeCount: found.madeCount,
        catchUp: found.catchUp,
        refusedOn: found.refusedAt ? businessDay(found.refusedAt, profile) : undefined,
      },
      today,
    );
    let row = found;
    await insertRuns(tx, row, missed, { outcome: 'missed', isTold: false, createdAt: now });
    const last = missed.at(-1);
    if (last) row = await advance(tx, row, last.index);
    let number = '';
    if (make) {
      const done = await makeOccurrence(tx, row, make, { services, datedBy, isTold: false });
      ({ row } = done);
      number = done.invoice.invoiceNumber;
    }
    const isCaughtUp = row.nextDate === null || row.nextDate > today;
    if (isCaughtUp) await tellOfRuns(tx, row, now, number);
    return make ? 1 : 0;
  });
}

async function lockDue(
  tx: Transaction,
  businessId: string,
  passed: readonly number[],
  today: CalendarDate,
  now: Date,
): Promise<RecurringRow | undefined> {
  const { rows } = await tx.execute<{ id: string }>(sql`
    select r.id from recurring_invoices r
    where r.business_id = ${businessId} and r.status = 'active' and r.deleted_at is null
      and r.next_date <= ${today}::date and r.id <> all(${sql.param([...passed])}::bigint[])
      and ${mayBeTried(sql`${businessId}`, now)}
    order by r.next_date, r.id limit 1
    for no key update of r skip locked`);
  const [row] = rows;
  return row && recurringRecords.lock(tx, businessId, Number(row.id));
}

/**
 * Nothing is lost: it stays due, says what to do, and is tried again. Its owner is told once, and
 * again when the reason is another.
 */
async function keepProblem(
  { db, clock }: MakingServices,
  refused: RecurringRow,
  error: AppError,
): Promise<void> {
  const { businessId, id } = refused;
  await withTransaction(db, async (tx) => {
    const row = await recurringRecords.lock(tx, businessId, id);
    // Changed since: the next run looks at it as it is now.
    const isAsItWas = row?.version === refused.version && row.nextIndex === refused.nextIndex;
    if (!row || !isAsItWas || row.status !== 'active' || row.deletedAt) return;
    const now = clock.now();
    const problem = describeProblem(error);
    const isKnown = row.problem?.code === problem.code && row.problem.message === problem.message;
    await setProgress(tx, row, {
      problem: isKnown ? row.problem : { ...problem, since: now.toISOString() },
      refusedAt: now,
    });
    if (isKnown) return;
    await tellOfRuns(tx, row, now, '');
    await tellOfRefusal(tx, row, problem.message, now);
  });
}

import { sql } from 'drizzle-orm';
import { readAcrossOwners } from '../../db/across-owners.ts';
import type { Queryable } from '../../db/database.ts';
import { withTransaction } from '../../db/with-transaction.ts';
import type { Services } from '../../platform/http/services.ts';
import { sendJob } from '../../platform/jobs/send-job.ts';
import { sendEmailQueue } from './queue-message.ts';

const BATCH = 200;
/** A message so long past its time has no job that will send it. */
const LOST_AFTER_MS = 10 * 60_000;

interface Waiting extends Record<string, unknown> {
  business_id: string;
  id: string;
  created_at: string;
}

/**
 * Queued messages whose job is gone (restored from a copy, given up by the queue) get one again, but
 * not those of a suspended account: they have none until it is reinstated.
 * Safe to run twice and on many instances: each is claimed by one, and a message with two jobs goes
 * out once.
 * @returns how many were found
 */
export async function findLostEmails({
  db,
  clock,
}: Pick<Services, 'db' | 'clock'>): Promise<number> {
  const now = clock.now();
  let found = 0;
  let last: Waiting | undefined;
  do {
    const waiting = await listWaiting(db.orm, now, last);
    last = waiting.length < BATCH ? undefined : waiting.at(-1);
    for (const row of await withoutJob(db.orm, waiting, 'completed')) {
      const businessId = row.business_id;
      const emailId = Number(row.id);
      const claimed = await withTransaction(db, async (tx) => {
        if (!(await claim(tx, row, now))) return false;
        await sendJob(tx, sendEmailQueue, { businessId, emailId });
        return true;
      });
      if (claimed) found += 1;
    }
  } while (last);
  return found;
}

/**
 * Messages whose sender is gone have a job again. What may have been sent is not sent by it, but says so.
 * Safe to run twice and on many instances.
 * @returns how many were found
 */
export async function findStalledEmails({
  db,
  clock,
}: Pick<Services, 'db' | 'clock'>): Promise<number> {
  const now = clock.now();
  const isStalled = sql`
    e.claim is not null and e.next_attempt_at <= ${now.toISOString()}::timestamptz`;
  const stalled = await readAcrossOwners<Waiting>(
    db.orm,
    'stalled emails',
    sql`select e.business_id, e.id, e.created_at from emails e where ${isStalled} limit ${BATCH}`,
  );
  // The job of a sender that is gone is still active; one that waits to be tried again goes on by itself.
  const lost = new Set(await withoutJob(db.orm, stalled, 'active'));
  let found = 0;
  for (const row of stalled) {
    const { business_id: businessId, id } = row;
    found += await withTransaction(db, async (tx) => {
      const { rowCount } = await tx.execute(sql`
        update emails e set claim = null, next_attempt_at = null,
          updated_at = ${now.toISOString()}::timestamptz
        where e.business_id = ${businessId} and e.id = ${id} and ${isStalled}`);
      if (!rowCount) return 0;
      if (lost.has(row)) await sendJob(tx, sendEmailQueue, { businessId, emailId: Number(id) });
      return 1;
    });
  }
  return found;
}

const before = (now: Date) =>
  sql`${new Date(now.getTime() - LOST_AFTER_MS).toISOString()}::timestamptz`;
/** Of a message `e`. */
const isLate = (now: Date) => sql`
  e.status = 'queued' and e.created_at < ${before(now)}
  and coalesce(e.next_attempt_at, e.updated_at) < ${before(now)}`;

/** Messages past their time, oldest first, with a job or without. */
function listWaiting(db: Queryable, now: Date, after: Waiting | undefined): Promise<Waiting[]> {
  return readAcrossOwners<Waiting>(
    db,
    'lost emails',
    sql`
      select e.business_id, e.id, e.created_at from emails e
      where ${isLate(now)} ${
        after
          ? sql`and (e.created_at, e.business_id, e.id)
              > (${after.created_at}::timestamptz, ${after.business_id}::uuid, ${after.id}::bigint)`
          : sql``
      }
        and not exists (
          select 1 from businesses b where b.id = e.business_id and b.suspended_at is not null)
      order by e.created_at, e.business_id, e.id limit ${BATCH}`,
  );
}

/** @param before a state of jobs: one that has come so far is none any more */
async function withoutJob(
  db: Queryable,
  waiting: Waiting[],
  before: 'active' | 'completed',
): Promise<Waiting[]> {
  if (waiting.length === 0) return [];
  const keys = sql.param(waiting.map(toJobKey));
  const { rows } = await db.execute<{ key: string }>(sql`
    select concat_ws(' ', data ->> 'businessId', data ->> 'emailId') as key from pgboss.job
    where name = ${sendEmailQueue.name} and state < ${before}
      and concat_ws(' ', data ->> 'businessId', data ->> 'emailId') = any(${keys}::text[])`);
  const known = new Set(rows.map(({ key }) => key));
  return waiting.filter((row) => !known.has(toJobKey(row)));
}

const toJobKey = (row: Waiting) => `${row.business_id} ${row.id}`;

/** Its time is now: whoever looks next finds it late no more. */
async function claim(db: Queryable, row: Waiting, now: Date): Promise<boolean> {
  const at = sql`${now.toISOString()}::timestamptz`;
  const { rowCount } = await db.execute(sql`
    update emails e set updated_at = ${at},
      next_attempt_at = case when e.next_attempt_at is null then null else ${at} end
    where e.business_id = ${row.business_id} and e.id = ${row.id} and ${isLate(now)}`);
  return (rowCount ?? 0) > 0;
}

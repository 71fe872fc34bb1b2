import { sql } from 'drizzle-orm';
import { withTransaction } from '../../db/with-transaction.ts';
import type { Services } from '../../platform/http/services.ts';
import { sendJob } from '../../platform/jobs/send-job.ts';
import { sendEmailQueue } from './queue-email.ts';

const BATCH = 200;
/** A message so long past its time has no job that will send it. */
const LOST_AFTER_MS = 10 * 60_000;

/**
 * Queued messages whose job is gone (restored from a copy, given up by the queue) get one again, but
 * not those of a suspended account: they have none until it is reinstated.
 * Safe to run twice and on many instances: a message with two jobs goes out once.
 * @returns how many were found
 */
export async function findLostEmails({
  db,
  clock,
}: Pick<Services, 'db' | 'clock'>): Promise<number> {
  const before = new Date(clock.now().getTime() - LOST_AFTER_MS).toISOString();
  return withTransaction(db, async (tx) => {
    const { rows } = await tx.execute<{ business_id: string; id: string }>(sql`
      select e.business_id, e.id from emails e
      where e.status = 'queued' and e.created_at < ${before}::timestamptz
        and coalesce(e.next_attempt_at, e.updated_at) < ${before}::timestamptz
        and not exists (
          select 1 from businesses b where b.id = e.business_id and b.suspended_at is not null)
        and not exists (
          select 1 from pgboss.job j
          where j.name = ${sendEmailQueue.name} and j.state < 'completed'
            and (j.data ->> 'emailId')::bigint = e.id and j.data ->> 'businessId' = e.business_id::text)
      order by e.created_at limit ${BATCH}
      for update of e skip locked`);
    for (const row of rows) {
      await sendJob(tx, sendEmailQueue, { businessId: row.business_id, emailId: Number(row.id) });
    }
    return rows.length;
  });
}

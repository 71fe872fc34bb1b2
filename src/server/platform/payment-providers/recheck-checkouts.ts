import type { SQL } from 'drizzle-orm';
import { and, eq } from 'drizzle-orm';
import * as z from 'zod';
import type { Transaction } from '../../db/database.ts';
import { checkouts } from '../../db/tables/payments.table.ts';
import type { JobQueue } from '../jobs/job-queue.ts';
import { sendJob } from '../jobs/send-job.ts';

/** The job that looks at checkouts as soon as a change has committed; the periodic one makes up for a lost one. */
export const recheckQueue: JobQueue<object> = {
  name: 'recheck checkouts',
  data: z.object({}),
};

/**
 * What is due, or may be paid, has changed: checkouts of an owner that may ask for something else now are
 * looked at once this has committed, and are ended where they do. Each change that concerns a checkout
 * comes here.
 * @returns how many
 */
export async function recheckCheckouts(
  tx: Transaction,
  businessId: string,
  which: SQL | undefined,
  now: Date,
): Promise<number> {
  // Earlier looks, which changed nothing, put off no retry of this one.
  const { rowCount } = await tx
    .update(checkouts)
    .set({ nextCheckAt: now, checks: 0 })
    .where(and(eq(checkouts.businessId, businessId), which));
  const count = rowCount ?? 0;
  if (count > 0) await sendJob(tx, recheckQueue, {});
  return count;
}

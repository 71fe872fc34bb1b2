import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { Database } from '../../src/server/db/database.ts';
import { sendEmailQueue } from '../../src/server/features/emails/queue-message.ts';
import type { JobQueue } from '../../src/server/platform/jobs/job-queue.ts';
import { openJobs } from '../../src/server/platform/jobs/open-jobs.ts';
import { recheckQueue } from '../../src/server/platform/payment-providers/recheck-checkouts.ts';
import { quietLog } from './quiet-log.ts';

const library = createRequire(import.meta.url).resolve('pg-boss');

const QUEUES: JobQueue<object>[] = [sendEmailQueue, recheckQueue];

/** Which version of the queue's tables there is, and of which queues. */
export const JOBS = [
  readFileSync(join(library, '..', '..', 'version.json'), 'utf8'),
  ...QUEUES.map(({ name }) => name),
].join(' ');

/** The tables that verbs send jobs to. */
export async function prepareJobs(db: Database): Promise<void> {
  const jobs = openJobs(db, { ...quietLog, debug() {}, fatal() {} });
  for (const queue of QUEUES) jobs.take(queue, async () => 0);
  await jobs.prepare();
  await jobs.stop();
}

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { Database } from '../../src/server/db/database.ts';
import { sendEmailQueue } from '../../src/server/features/emails/queue-message.ts';
import { openJobs } from '../../src/server/platform/jobs/open-jobs.ts';
import { quietLog } from './quiet-log.ts';

const library = createRequire(import.meta.url).resolve('pg-boss');

/** Which version of the queue's tables there is. */
export const JOBS = readFileSync(join(library, '..', '..', 'version.json'), 'utf8');

/** The tables that verbs send jobs to. */
export async function prepareJobs(db: Database): Promise<void> {
  const jobs = openJobs(db, { ...quietLog, debug() {}, fatal() {} });
  jobs.take(sendEmailQueue, async () => 0);
  await jobs.prepare();
  await jobs.stop();
}

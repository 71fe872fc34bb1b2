/**
 * `node new-database.command.js FOLDER`, run by the build: makes an embedded database with all its tables
 * and nothing in them, which each new installation begins with. To make one takes seconds.
 */
import { pino } from 'pino';
import { migrate } from './db/migrate.ts';
import { openDatabase } from './db/open-database.ts';
import { openJobs } from './platform/jobs/open-jobs.ts';

const [dataDir] = process.argv.slice(2);
if (dataDir === undefined) throw new Error('Say in which folder');
const log = pino({ level: 'warn' });
const db = await openDatabase({ dataDir, log });
await migrate(db, { log });
const jobs = openJobs(db, log);
await jobs.prepare();
await jobs.stop();
await db.close();

import { sql } from 'drizzle-orm';
import type { Pool } from 'pg';
import type PgBoss from 'pg-boss';
import type { Database, Queryable } from '../../db/database.ts';
import { executeNamed } from '../../db/named-statements.ts';

const DAY = 86_400;
const KEEP_FAILED = 7 * DAY;

type Execute = PgBoss.Db['executeSql'];

/**
 * The queue over a way to run statements. Completed jobs are kept for a day, failed ones for a week.
 * It starts no workers of its own: see open-jobs.ts.
 */
async function boss(executeSql: Execute, upkeepSeconds = 60): Promise<PgBoss> {
  const { default: Boss } = await import('pg-boss');
  return new Boss({
    db: { executeSql },
    schema: 'pgboss',
    schedule: false,
    maintenanceIntervalSeconds: upkeepSeconds,
    archiveCompletedAfterSeconds: DAY,
    archiveFailedAfterSeconds: KEEP_FAILED,
    deleteAfterSeconds: 1,
    retentionDays: 30,
  });
}

/** @param upkeepSeconds how often runs that were cut off are found, and old jobs are forgotten */
export function createBoss(db: Pick<Database, 'pool'>, upkeepSeconds: number): Promise<PgBoss> {
  return boss((text, values) => runOnPool(db.pool, text, values), upkeepSeconds);
}

let sender: Promise<PgBoss> | undefined;

/** Only builds statements; each call brings the transaction that runs them. */
export function sendingBoss(): Promise<PgBoss> {
  return (sender ??= boss(() => Promise.reject(new Error('a job is sent in a transaction'))));
}

async function runOnPool(
  pool: Pool,
  text: string,
  values?: unknown[],
): Promise<{ rows: unknown[] }> {
  if (values && values.length > 0) return pool.query(text, values);
  // Several statements with a BEGIN of their own: a failure would leave the transaction open.
  const client = await pool.connect();
  let broken: Error | undefined;
  try {
    const result = await client.query(text);
    return Array.isArray(result) ? (result.at(-1) as { rows: unknown[] }) : result;
  } catch (error) {
    await client.query('ROLLBACK').catch((failure: Error) => {
      broken = failure;
    });
    throw error;
  } finally {
    client.release(broken);
  }
}

/**
 * Makes the queues of these names where they are missing: a table each. One transaction at a time,
 * because two would wait for each other's locks.
 */
export async function makeQueues(tx: Queryable, names: string[]): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(7366481002)`);
  for (const name of names) {
    await tx.execute(sql`select pgboss.create_queue(${name}::text, '{"policy":"standard"}'::json)`);
  }
}

/** Runs a statement with $1, $2 … in a transaction of Drizzle. */
export function runIn(tx: Queryable): Execute {
  return async (text, values) => {
    const parts = text.split(/\$(\d+)/);
    const chunks = parts.map((part, place) => {
      if (place % 2 === 0) return sql.raw(part);
      const value = values[Number(part) - 1] ?? null;
      // $5 twice is two parameters here: without its type, '10' in CAST($5 AS timestamptz) would be
      // read as a time where the statement means seconds.
      const isUntyped = typeof value === 'string' && !parts[place + 1]?.startsWith('::');
      return isUntyped ? sql`${sql.param(value)}::text` : sql`${sql.param(value)}`;
    });
    return executeNamed(tx, sql.join(chunks));
  };
}

import { sql } from 'drizzle-orm';
import type { Database, DatabaseLog } from './db/database.ts';
import { lockMigrations, migrate } from './db/migrate.ts';
import { withTransaction } from './db/with-transaction.ts';
import { endAllSessions } from './features/accounts/index.ts';
import type { ResealOutcome } from './features/profile/index.ts';
import { resealPaymentKeys } from './features/profile/index.ts';
import type { KeyChange } from './platform/secrets/change-key.ts';
import { createSeal } from './platform/secrets/seal.ts';

export interface RotationOutcome extends ResealOutcome {
  /** Sessions that ended. */
  sessions: number;
}

/** Servers run on the database: they would go on writing with the old key. */
export class ServersRunningError extends Error {
  override readonly name = 'ServersRunningError';
}

/**
 * Encrypts everything with the new key, in one transaction: killed at any moment, either nothing has
 * happened or all of it. Sessions end, for their cookies were signed with the old key. A server that
 * starts meanwhile waits for its migrations, and then reads the new key.
 * @throws ServersRunningError
 */
export async function rotateKey(
  db: Database,
  { current, next }: KeyChange,
  log: DatabaseLog,
): Promise<RotationOutcome> {
  await migrate(db, { log });
  return withTransaction(db, async (tx) => {
    await lockMigrations(tx);
    // Reading and writing everything may take its time.
    await tx.execute(sql`set local statement_timeout = 0`);
    if (db.kind === 'postgresql') await refuseBesideServers(tx);
    const outcome = await resealPaymentKeys(tx, createSeal(current), createSeal(next));
    return { ...outcome, sessions: await endAllSessions(tx) };
  });
}

/** The embedded database has one process at a time; on PostgreSQL servers are seen by their names. */
async function refuseBesideServers(
  tx: Parameters<Parameters<typeof withTransaction>[1]>[0],
): Promise<void> {
  const { rows } = await tx.execute<{ servers: string }>(sql`
    select count(*) as servers from pg_stat_activity
    where datname = current_database() and application_name = 'remit live'`);
  if (Number(rows[0]?.servers) > 0) {
    throw new ServersRunningError(
      `Remit is running on this database (${rows[0]?.servers} instances). Stop them first.`,
    );
  }
}

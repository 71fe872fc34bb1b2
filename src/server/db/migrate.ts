import { sql } from 'drizzle-orm';
import type { PoolClient } from 'pg';
import type { Database, DatabaseLog, Queryable } from './database.ts';
import { isDistributed, KEYS_TABLE, placeTable, readTables } from './distributed/placement.ts';
import { type Migration, readMigrations, shippedMigrationsDir } from './read-migrations.ts';

/** The database and the program do not fit together; nothing was changed. */
export class MigrationRefusedError extends Error {
  override readonly name = 'MigrationRefusedError';
}

export interface MigrateOptions {
  log: DatabaseLog;
  /** The program's own migrations unless told. */
  migrationsDir?: string;
}

export interface MigrationStatus {
  applied: string[];
  /** Known to the program, not yet in the database. */
  pending: string[];
  /** In the database, not known to the program. */
  unknown: string[];
}

interface AppliedMigration {
  name: string;
  hash: string;
}

/** Any number that nothing else locks; the same in every version. */
const ADVISORY_LOCK = 7_366_481_001;

/** Lets every server that starts wait with its migrations until the transaction ends. */
export async function lockMigrations(tx: Queryable): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${ADVISORY_LOCK})`);
}

const CREATE_TABLE = `
  CREATE TABLE IF NOT EXISTS schema_migrations (
    id integer PRIMARY KEY,
    name text NOT NULL UNIQUE,
    hash text NOT NULL,
    applied_at timestamptz NOT NULL DEFAULT now()
  )`;

/**
 * Brings the database to the program's version. Each migration is one transaction, so it happens
 * wholly or not at all. Of many instances that start at once, one migrates and the others wait.
 * @returns the names of the migrations that this call applied
 * @throws MigrationRefusedError when the database is newer than the program, when a migration has been
 *   changed after it was applied, or when `distribute` has not ended
 */
export async function migrate(
  db: Pick<Database, 'pool' | 'kind'>,
  options: MigrateOptions,
): Promise<string[]> {
  const migrations = await readMigrations(options.migrationsDir ?? shippedMigrationsDir());
  const client = await db.pool.connect();
  const done: string[] = [];
  try {
    await refuseHalfDistributed(client);
    const spread = await isDistributed(client);
    for (;;) {
      const startedAt = performance.now();
      const migration = await applyNext(client, migrations, spread);
      if (migration === null) return done;
      const ms = Math.round(performance.now() - startedAt);
      options.log.info({ migration: migration.name, ms }, 'applied a migration');
      done.push(migration.name);
    }
  } finally {
    client.release();
  }
}

/** What `/readyz` asks: is the database exactly at the program's version? */
export async function migrationStatus(
  db: { pool: Pick<PoolClient, 'query'> },
  options: { migrationsDir?: string } = {},
): Promise<MigrationStatus> {
  const migrations = await readMigrations(options.migrationsDir ?? shippedMigrationsDir());
  const applied = (await readApplied(db.pool)).map(({ name }) => name);
  const known = migrations.map(({ name }) => name);
  return {
    applied,
    pending: known.filter((name) => !applied.includes(name)),
    unknown: applied.filter((name) => !known.includes(name)),
  };
}

/** Applies the first pending migration, or returns null when there is none. */
async function applyNext(
  client: PoolClient,
  migrations: Migration[],
  spread: boolean,
): Promise<Migration | null> {
  await client.query('BEGIN');
  try {
    // First: what is set from here on is set on every machine that the migration reaches.
    if (spread) await client.query(SPREAD_SETTINGS);
    // Building an index, or waiting for another instance that does, may take its time.
    await client.query('SET LOCAL statement_timeout = 0');
    await client.query('SET LOCAL lock_timeout = 0');
    await client.query('SET LOCAL idle_in_transaction_session_timeout = 0');
    await client.query('SELECT pg_advisory_xact_lock($1)', [ADVISORY_LOCK]);
    const applied = await readApplied(client);
    refuseUnlessFitting(applied, migrations);
    const next = migrations[applied.length];
    if (next === undefined) {
      await client.query('ROLLBACK');
      return null;
    }
    await client.query(CREATE_TABLE);
    for (const statement of next.statements) {
      await client.query(statement);
      if (spread && /^create table\b/i.test(statement)) await placeNewTables(client);
    }
    await client.query('INSERT INTO schema_migrations (id, name, hash) VALUES ($1, $2, $3)', [
      next.id,
      next.name,
      next.hash,
    ]);
    await client.query('COMMIT');
    return next;
  } catch (error) {
    await client.query('ROLLBACK').catch(() => {});
    throw error;
  }
}

/** On Citus a change of many shards goes to them one by one, as changes that keys tie together have to. */
const SPREAD_SETTINGS = `
  SET LOCAL citus.propagate_set_commands = 'local';
  SET LOCAL citus.multi_shard_modify_mode = 'sequential'`;

/** Before they get their keys: a table that is still on the coordinator can refer to none that is spread. */
async function placeNewTables(client: PoolClient): Promise<void> {
  for (const { name, wanted, actual } of await readTables(client)) {
    if (actual === 'local' && wanted !== 'local') await client.query(placeTable(name, wanted));
  }
}

async function readApplied(client: Pick<PoolClient, 'query'>): Promise<AppliedMigration[]> {
  const table = await client.query<{ exists: boolean }>(
    `SELECT to_regclass('schema_migrations') IS NOT NULL AS exists`,
  );
  if (!table.rows[0]?.exists) return [];
  const { rows } = await client.query<AppliedMigration>(
    'SELECT name, hash FROM schema_migrations ORDER BY id',
  );
  return rows;
}

async function refuseHalfDistributed(client: PoolClient): Promise<void> {
  const { rows } = await client.query<{ found: boolean }>(
    `SELECT to_regclass('${KEYS_TABLE}') IS NOT NULL AS found`,
  );
  if (!rows[0]?.found) return;
  throw new MigrationRefusedError(
    'This database is being spread over machines, and that has not ended: run `npm run distribute -- --yes` again.',
  );
}

/** What was applied has to be the beginning of what is known, letter for letter. */
function refuseUnlessFitting(applied: AppliedMigration[], migrations: Migration[]): void {
  const known = new Set(migrations.map(({ name }) => name));
  const unknown = applied.find(({ name }) => !known.has(name));
  if (unknown !== undefined) {
    throw new MigrationRefusedError(
      `This database was made by a newer version of Remit (it has the migration ${unknown.name}). ` +
        'Start that version, or restore a backup.',
    );
  }
  applied.forEach(({ name, hash }, place) => {
    const migration = migrations[place];
    if (migration?.name !== name) {
      throw new MigrationRefusedError(
        `The migration ${migration?.name} would have to run before ${name}, which this database ` +
          'already has. Migrations are only ever added at the end.',
      );
    }
    if (migration.hash !== hash) {
      throw new MigrationRefusedError(
        `The migration ${name} was changed after this database had applied it. ` +
          'Migrations are never edited: restore the file, and add a new one.',
      );
    }
  });
}

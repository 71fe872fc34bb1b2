import { rm } from 'node:fs/promises';
import { afterAll, beforeAll, describe } from 'vitest';
import type { Database } from '../../src/server/db/database.ts';
import { openDatabase } from '../../src/server/db/open-database.ts';
import { createEmbeddedDataDir } from './embedded-template.ts';
import { quietLog } from './quiet-log.ts';
import { createPostgresDatabase, dropPostgresDatabase } from './shared-server.ts';

/**
 * Describes a suite twice, on the embedded database and on PostgreSQL. Each run has a database of
 * its own, migrated and empty, which its tests share.
 *
 * `db` may be passed on as it is, but used only inside tests and hooks.
 * @param kinds one of them, for a suite that needs a database and does not depend on which
 */
export function describeOnEachDatabase(
  name: string,
  suite: (db: Database) => void,
  kinds: readonly Database['kind'][] = ['embedded', 'postgresql'],
): void {
  for (const kind of kinds) {
    describe(`${name} (${kind})`, () => {
      let opened: OpenedDatabase | undefined;
      beforeAll(async () => {
        opened = await openTestDatabase(kind);
      });
      afterAll(async () => {
        await opened?.remove();
      });
      suite(
        lateDatabase(kind, () => {
          if (opened === undefined) throw new Error('The database is there only inside of tests');
          return opened.db;
        }),
      );
    });
  }
}

export interface OpenedDatabase {
  db: Database;
  /** Closes the database and removes it. */
  remove(): Promise<void>;
}

/** A migrated, empty database for a test that needs one of its own. */
export async function openTestDatabase(kind: Database['kind']): Promise<OpenedDatabase> {
  if (kind === 'embedded') {
    const dataDir = await createEmbeddedDataDir();
    const db = await openDatabase({ dataDir, log: quietLog });
    return {
      db,
      remove: async () => {
        await db.close();
        await rm(dataDir, { recursive: true, force: true });
      },
    };
  }
  const databaseUrl = await createPostgresDatabase();
  const db = await openDatabase({ databaseUrl, dataDir: '', log: quietLog });
  return {
    db,
    remove: async () => {
      await db.close();
      await dropPostgresDatabase(databaseUrl);
    },
  };
}

/** Removes all rows, and starts all identities again, but keeps the migrations. */
export async function emptyAllTables(db: Database): Promise<void> {
  const { rows } = await db.pool.query<{ tables: string | null }>(`
    SELECT string_agg(quote_ident(tablename), ', ') AS tables
    FROM pg_tables WHERE schemaname = 'public' AND tablename <> 'schema_migrations'`);
  const tables = rows[0]?.tables;
  if (tables) await db.pool.query(`TRUNCATE ${tables} RESTART IDENTITY CASCADE`);
}

function lateDatabase(kind: Database['kind'], get: () => Database): Database {
  return {
    kind,
    get orm() {
      return get().orm;
    },
    get pool() {
      return get().pool;
    },
    ping: () => get().ping(),
    close: () => get().close(),
    ...(kind === 'embedded' && { backup: async (file: string) => get().backup?.(file) }),
  };
}

import { beforeAll, describe, expect, test } from 'vitest';
import type { Database } from '../../src/server/db/database.ts';
import { migrate } from '../../src/server/db/migrate.ts';
import { readMigrations, shippedMigrationsDir } from '../../src/server/db/read-migrations.ts';
import { openTestDatabase } from '../database/open-test-database.ts';
import { quietLog } from '../database/quiet-log.ts';
import { findLostRows, NAMED_CHANGES, readRows } from './kept-rows.ts';
import { migrateUntil, openEmptyDatabase } from './migrations-before.ts';
import { readSchema } from './read-schema.ts';
import { NAMED_MIGRATIONS, storeRowsOf } from './stored-rows/stored-rows.ts';

const VERSIONS = (await readMigrations(shippedMigrationsDir())).map(({ name }) => name);
/** Before it there are no rows: what was shipped first ends with it. */
const FIRST_WITH_ROWS = '0002_invoice_totals';
/** On the embedded database, which takes a while to start, the versions before the largest changes. */
const ON_EMBEDDED = [
  FIRST_WITH_ROWS,
  '0011_account_security',
  '0014_mail_senders',
  '0017_distributed',
  '0020_revisions_since',
  '0024_credit_notes',
  '0039_automatic_payment',
  VERSIONS.at(-2) ?? '',
];

/** A database of that version, with all that programs stored in it on the way there. */
async function openAtVersion(kind: Database['kind'], version: string): Promise<Database> {
  const { db } = await openEmptyDatabase(kind);
  for (const [place, name] of VERSIONS.slice(0, VERSIONS.indexOf(version) + 1).entries()) {
    const next = VERSIONS[place + 1];
    if (next === undefined) await migrate(db, { log: quietLog });
    else await migrateUntil(db, next);
    await storeRowsOf(name, next, db);
  }
  return db;
}

describe.each([
  ['postgresql', VERSIONS],
  ['embedded', ON_EMBEDDED],
] as const)('migrations from every version (%s)', (kind, versions) => {
  let newest: string[];
  beforeAll(async () => {
    const fresh = await openTestDatabase(kind);
    newest = await readSchema(fresh.db);
    await fresh.remove();
  });

  /**
   * Compared are the whole schema with that of a new database, and of the rows each one in every column
   * that is left, but for what `kept-rows.ts` says that a migration changes.
   */
  test.each(versions)('%s becomes the newest one and keeps its rows', async (version) => {
    const db = await openAtVersion(kind, version);
    const before = await readRows(db);
    if (VERSIONS.indexOf(version) >= VERSIONS.indexOf(FIRST_WITH_ROWS)) {
      const empty = [...before].filter(([, rows]) => rows.length === 0).map(([table]) => table);
      // A new table has a row in stored-rows/every-table.ts.
      expect(empty).toEqual([]);
    }
    const pending = VERSIONS.slice(VERSIONS.indexOf(version) + 1);
    expect(await migrate(db, { log: quietLog })).toEqual(pending);
    expect(await readSchema(db)).toEqual(newest);
    expect(findLostRows(before, await readRows(db), pending)).toEqual([]);
  });
});

test('what is stored and changed names migrations that there are', () => {
  expect(
    [...NAMED_MIGRATIONS, ...NAMED_CHANGES, ...ON_EMBEDDED].filter(
      (name) => !VERSIONS.includes(name),
    ),
  ).toEqual([]);
});

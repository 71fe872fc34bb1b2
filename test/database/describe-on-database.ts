import { afterAll, beforeAll, describe } from 'vitest';
import type { Database } from '../../src/server/db/database.ts';
import { isRest } from '../run.ts';
import { type BorrowedDatabase, borrowDatabase, useCommonDatabase } from './shared-databases.ts';

interface DatabaseOptions {
  /**
   * Nobody else has written into the suite's database. Needed where a test runs a job, reads across
   * owners, counts statements or changes the schema; the others make owners of their own in a
   * database that all suites of a process share.
   */
  owned?: boolean;
}

type Suite = (db: Database) => void;
type OptionsAndSuite = [suite: Suite] | [options: DatabaseOptions, suite: Suite];

/**
 * Describes a suite on PostgreSQL; `npm run test:all` runs it on the embedded database as well.
 *
 * `db` may be passed on as it is, but used only inside tests and hooks.
 */
export function describeOnDatabase(name: string, ...rest: OptionsAndSuite): void {
  describeOn(isRest ? 'embedded' : 'postgresql', name, rest);
}

/**
 * Describes a suite on both databases in every run: what can differ on the embedded one, such as
 * opening, locking, crashes, sockets, extensions and the order of statements.
 */
export function onEveryDatabase(name: string, ...rest: OptionsAndSuite): void {
  if (isRest) return;
  for (const kind of ['postgresql', 'embedded'] as const) describeOn(kind, name, rest);
}

/** Describes a suite on PostgreSQL in every run: what concerns locks, since the embedded database has one connection. */
export function onPostgresql(name: string, ...rest: OptionsAndSuite): void {
  describeOn('postgresql', name, rest);
}

/** Describes a suite on the embedded database in every run, where the same runs on PostgreSQL elsewhere. */
export function onEmbeddedDatabase(name: string, ...rest: OptionsAndSuite): void {
  if (!isRest) describeOn('embedded', name, rest);
}

function describeOn(kind: Database['kind'], name: string, rest: OptionsAndSuite): void {
  const [{ owned = false }, suite] = rest.length === 2 ? rest : [{}, rest[0]];
  describe(`${name} (${kind})`, () => {
    let borrowed: BorrowedDatabase | undefined;
    beforeAll(async () => {
      borrowed = await (owned ? borrowDatabase(kind) : useCommonDatabase(kind));
    });
    afterAll(async () => {
      const used = borrowed;
      // What a suite has left running finds it gone.
      borrowed = undefined;
      await used?.giveBack();
    });
    suite(
      lateDatabase(kind, () => {
        if (borrowed === undefined) throw new Error('The database is there only inside of tests');
        return borrowed.db;
      }),
    );
  });
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

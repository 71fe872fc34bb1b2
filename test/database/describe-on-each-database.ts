import { afterAll, beforeAll, describe } from 'vitest';
import type { Database } from '../../src/server/db/database.ts';
import { type BorrowedDatabase, borrowDatabase } from './shared-databases.ts';

/**
 * Describes a suite twice, on the embedded database and on PostgreSQL. Each run has a database to
 * itself, migrated and empty, which its tests share.
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
      let borrowed: BorrowedDatabase | undefined;
      beforeAll(async () => {
        borrowed = await borrowDatabase(kind);
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

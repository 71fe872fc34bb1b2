import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '../../src/server/db/database.ts';
import { emptyAllTables } from './empty-all-tables.ts';
import { type OpenedDatabase, openTestDatabase } from './open-test-database.ts';

type Kind = Database['kind'];

interface SharedDatabase extends OpenedDatabase {
  /** What the database is like apart from rows, as it was when nobody had used it. */
  shape: string;
  usable: boolean;
}

/** Of this process, between two suites. Those that are in use are not here. */
const waiting = new Map<Kind, SharedDatabase>();
/** Of this process: where the suites keep what they wrote, each for owners of its own. */
const common = new Map<Kind, SharedDatabase>();

export interface BorrowedDatabase {
  db: Database;
  /** Ends the suite's use of it. */
  giveBack(): Promise<void>;
}

/**
 * A migrated database in which suites that came before have left their owners' rows: emptying it costs
 * more than most suites do in it. They end with the run.
 */
export async function useCommonDatabase(kind: Kind): Promise<BorrowedDatabase> {
  const shared = common.get(kind) ?? (await open(kind));
  common.set(kind, shared);
  return {
    db: refuseToClose(shared.db),
    giveBack: async () => {
      const fault = (await staysBusy(shared.db))
        ? STILL_BUSY
        : (await readShape(shared.db)) !== shared.shape && CHANGED;
      if (!fault) return;
      common.delete(kind);
      await shared.remove();
      throw new Error(fault);
    },
  };
}

const STILL_BUSY = 'The suite left a transaction or a statement running in the common database.';
const CHANGED = 'The suite changed the common database: describe it with `owned: true`.';

const refuseToClose = (db: Database): Database => ({
  ...db,
  close: () => Promise.reject(new Error('A suite that closes its database needs `owned: true`.')),
});

/**
 * A migrated, empty database that the suites of this process use one after the other: starting one
 * costs seconds. They end with the run, and their files with its folder.
 */
export async function borrowDatabase(kind: Kind): Promise<BorrowedDatabase> {
  const shared = waiting.get(kind) ?? (await open(kind));
  waiting.delete(kind);
  const db: Database = {
    ...shared.db,
    close: async () => {
      shared.usable = false;
      await shared.db.close();
    },
  };
  return {
    db,
    // Emptied for the next suite, or given up when it is not as it was.
    giveBack: async () => {
      if (shared.usable && (await isAsBefore(shared))) waiting.set(kind, shared);
      else await shared.remove();
    },
  };
}

async function open(kind: Kind): Promise<SharedDatabase> {
  const opened = await openTestDatabase(kind, { lastsAsLongAsTheRun: true });
  return { ...opened, shape: await readShape(opened.db), usable: true };
}

/** A transaction that nobody ends would hold up the next suite. */
const isBusy = ({ pool }: Database) => pool.idleCount < pool.totalCount || pool.waitingCount > 0;

const LAST_STATEMENTS_MS = 5_000;

/** A statement that its suite did not wait for ends by itself; a transaction does not. */
async function staysBusy(db: Database): Promise<boolean> {
  const end = Date.now() + LAST_STATEMENTS_MS;
  while (isBusy(db) && Date.now() < end) await sleep(20);
  return isBusy(db);
}

/** Empties it. False when it cannot be used again: busy still, broken, or changed by its suite. */
async function isAsBefore({ db, shape }: SharedDatabase): Promise<boolean> {
  if (isBusy(db)) return false;
  try {
    if ((await readShape(db)) !== shape) return false;
    await emptyAllTables(db);
    return true;
  } catch {
    return false;
  }
}

/** Tables, indexes, columns, functions, triggers, rules and settings, as one text. */
async function readShape(db: Database): Promise<string> {
  const { rows } = await db.pool.query<{ shape: string }>(`
    SELECT md5(concat_ws('#',
      (SELECT string_agg(concat_ws(' ', c.oid, c.relname, c.relkind, c.relnatts, c.relchecks,
         c.relhastriggers, c.relrowsecurity), ',' ORDER BY c.oid)
       FROM pg_class c WHERE c.relnamespace = ANY (own)),
      (SELECT string_agg(concat_ws(' ', a.attrelid, a.attname, a.atttypid, a.attnotnull,
         a.atthasdef), ',' ORDER BY a.attrelid, a.attnum)
       FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid
       WHERE c.relnamespace = ANY (own) AND c.relkind IN ('r', 'p')),
      (SELECT string_agg(concat_ws(' ', oid, pg_get_constraintdef(oid)), ',' ORDER BY oid)
       FROM pg_constraint WHERE connamespace = ANY (own)),
      (SELECT string_agg(concat_ws(' ', oid, md5(prosrc)), ',' ORDER BY oid)
       FROM pg_proc WHERE pronamespace = ANY (own)),
      (SELECT string_agg(concat_ws(' ', t.oid, t.tgname, t.tgenabled), ',' ORDER BY t.oid)
       FROM pg_trigger t WHERE NOT t.tgisinternal),
      (SELECT string_agg(nspname, ',' ORDER BY oid) FROM pg_namespace WHERE nspname !~ '^pg_t'),
      (SELECT string_agg(setconfig::text, ',') FROM pg_db_role_setting),
      (SELECT string_agg(name, ',' ORDER BY name) FROM schema_migrations)
    )) AS shape
    FROM (SELECT array_agg(oid) AS own FROM pg_namespace
          WHERE nspname IN ('public', 'pgboss')) AS schemas`);
  return String(rows[0]?.shape);
}

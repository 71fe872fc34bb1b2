import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { onEveryDatabase } from '../../../test/database/describe-on-database.ts';
import { openTestDatabase } from '../../../test/database/open-test-database.ts';
import type { Database, Transaction } from './database.ts';
import {
  CommitOutcomeUnknownError,
  TransactionAbortedError,
  type TransactionOptions,
  withTransaction,
} from './with-transaction.ts';

async function balances(db: Database): Promise<number[]> {
  const { rows } = await db.pool.query('SELECT balance FROM purses ORDER BY id');
  return rows.map(({ balance }) => balance as number);
}

const give = (tx: Transaction, id: number, amount: number) =>
  tx.execute(sql`UPDATE purses SET balance = balance + ${amount} WHERE id = ${id}`);

async function fillPurses(db: Database): Promise<void> {
  await db.pool.query(`
    CREATE TABLE IF NOT EXISTS purses (id int PRIMARY KEY, balance int NOT NULL);
    TRUNCATE purses; INSERT INTO purses VALUES (1, 100), (2, 100)`);
}

onEveryDatabase('withTransaction', { owned: true }, (db) => {
  beforeEach(() => fillPurses(db));

  test('commits and returns what the function returns', async () => {
    const result = await withTransaction(db, async (tx) => {
      await give(tx, 1, -10);
      await give(tx, 2, 10);
      return 'done';
    });
    expect(result).toBe('done');
    expect(await balances(db)).toEqual([90, 110]);
  });

  test('rolls back and throws what the function throws, once', async () => {
    let runs = 0;
    const work = withTransaction(db, async (tx) => {
      runs += 1;
      await give(tx, 1, -10);
      throw new RangeError('not enough');
    });
    await expect(work).rejects.toThrow(new RangeError('not enough'));
    expect(runs).toBe(1);
    expect(await balances(db)).toEqual([100, 100]);
  });

  test('does not take the rollback of a failed transaction for a commit', async () => {
    const work = withTransaction(db, async (tx) => {
      await give(tx, 1, -10);
      await tx.execute(sql`SELECT 1/0`).catch(() => {});
    });
    await expect(work).rejects.toThrow(TransactionAbortedError);
    expect(await balances(db)).toEqual([100, 100]);
  });

  test('keeps what came before a savepoint that failed', async () => {
    await withTransaction(db, async (tx) => {
      await give(tx, 1, 5);
      await tx.transaction((inner) => inner.execute(sql`SELECT 1/0`)).catch(() => {});
      await give(tx, 2, 5);
    });
    expect(await balances(db)).toEqual([105, 105]);
  });

  test('refuses to write when it is read only, and keeps its isolation level', async () => {
    const level = await withTransaction(
      db,
      async (tx) => (await tx.execute(sql`SHOW transaction_isolation`)).rows,
      { isolation: 'repeatable read', readOnly: true },
    );
    expect(level).toEqual([{ transaction_isolation: 'repeatable read' }]);
    const writing = withTransaction(db, (tx) => give(tx, 1, 1), { readOnly: true });
    await expect(writing).rejects.toMatchObject({ cause: { code: '25006' } });
  });

  test('twenty at once neither mix nor lose anything, whether they commit or roll back', async () => {
    await Promise.all(
      Array.from({ length: 20 }, async (_, n) => {
        const work = withTransaction(db, async (tx) => {
          await give(tx, 1, -1);
          await sleep(n % 3);
          await give(tx, 2, 1);
          if (n % 2 === 1) throw new Error('changed my mind');
        });
        await work.catch((error: Error) => expect(error.message).toBe('changed my mind'));
      }),
    );
    expect(await balances(db)).toEqual([90, 110]);
    expect(db.pool.idleCount).toBe(db.pool.totalCount);
  });
});

describe('withTransaction on PostgreSQL', () => {
  test('runs again the one that lost a deadlock, and gives up at last', async () => {
    const { db, remove } = await openTestDatabase('postgresql');
    try {
      await fillPurses(db);
      let runs = 0;
      let met: () => void = () => {};
      const bothHoldOne = new Promise<void>((resolve) => {
        met = resolve;
      });
      const crosswise = (first: number, second: number) =>
        withTransaction(db, async (tx) => {
          runs += 1;
          await give(tx, first, 1);
          if (runs >= 2) met();
          await bothHoldOne;
          await give(tx, second, 1);
        });
      await Promise.all([crosswise(1, 2), crosswise(2, 1)]);
      expect(runs).toBe(3);
      expect(await balances(db)).toEqual([102, 102]);

      let attempts = 0;
      const hopeless = withTransaction(db, async (tx) => {
        attempts += 1;
        await tx.execute(
          sql`DO $$ BEGIN RAISE EXCEPTION USING ERRCODE = 'serialization_failure'; END $$`,
        );
      });
      await expect(hopeless).rejects.toMatchObject({ cause: { code: '40001' } });
      expect(attempts).toBe(4);
    } finally {
      await remove();
    }
  });

  test('does not repeat a commit whose outcome nobody knows, and drops the connection', async () => {
    const { db, remove } = await openTestDatabase('postgresql');
    try {
      await fillPurses(db);
      // The server ends the connection while it commits.
      await db.pool.query(`
        CREATE FUNCTION end_connection() RETURNS trigger LANGUAGE plpgsql
          AS $$ BEGIN PERFORM pg_terminate_backend(pg_backend_pid()); RETURN NULL; END $$;
        CREATE CONSTRAINT TRIGGER end_connection AFTER UPDATE ON purses
          DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION end_connection()`);
      let runs = 0;
      const work = withTransaction(db, async (tx) => {
        runs += 1;
        await give(tx, 1, 1);
      });
      await expect(work).rejects.toThrow(CommitOutcomeUnknownError);
      expect(runs).toBe(1);
      expect(await balances(db)).toEqual([100, 100]);
      await db.pool.query('DROP TRIGGER end_connection ON purses');
      await withTransaction(db, (tx) => give(tx, 1, 1));
      expect(await balances(db)).toEqual([101, 100]);
    } finally {
      await remove();
    }
  });

  test('begins again, once, when the connection broke before the commit', async () => {
    const { db, remove } = await openTestDatabase('postgresql');
    try {
      await fillPurses(db);
      let runs = 0;
      /** A transaction that the server ends in the middle, the first `times` times. */
      const interrupted = (times: number, options?: TransactionOptions) =>
        withTransaction(
          db,
          async (tx) => {
            runs += 1;
            await give(tx, 1, 1);
            const { rows } = await tx.execute<{ pid: number }>(sql`SELECT pg_backend_pid() AS pid`);
            if (runs <= times) {
              await db.pool.query('SELECT pg_terminate_backend($1, 60000)', [rows[0]?.pid]);
            }
            await give(tx, 2, 1);
          },
          options,
        );
      await interrupted(1);
      expect(runs).toBe(2);
      expect(await balances(db)).toEqual([101, 101]);

      runs = 0;
      await expect(interrupted(9)).rejects.toThrow();
      expect(runs).toBe(2);
      runs = 0;
      await expect(interrupted(9, { attempts: 1 })).rejects.toThrow();
      expect(runs).toBe(1);
      expect(await balances(db)).toEqual([101, 101]);
      await expect.poll(() => db.pool.idleCount === db.pool.totalCount).toBe(true);
    } finally {
      await remove();
    }
  });

  test('begins again after PostgreSQL has ended a transaction that stood still', async () => {
    const { db, remove } = await openTestDatabase('postgresql');
    try {
      await fillPurses(db);
      let runs = 0;
      await withTransaction(db, async (tx) => {
        runs += 1;
        await give(tx, 1, 1);
        if (runs > 1) return;
        const { rows } = await tx.execute<{ pid: number }>(sql`
          SELECT pg_backend_pid() AS pid,
            set_config('idle_in_transaction_session_timeout', '1ms', false)`);
        await expect
          .poll(() =>
            db.pool.query('SELECT 1 FROM pg_stat_activity WHERE pid = $1', [rows[0]?.pid]),
          )
          .toMatchObject({ rowCount: 0 });
      });
      expect(runs).toBe(2);
      expect(await balances(db)).toEqual([101, 100]);
    } finally {
      await remove();
    }
  });
});

import { describe, expect, test } from 'vitest';
import { onEveryDatabase } from './describe-on-database.ts';
import { emptyAllTables } from './empty-all-tables.ts';
import { borrowDatabase } from './shared-databases.ts';

onEveryDatabase('the test database', { owned: true }, (db) => {
  test('is migrated and empty', async () => {
    const migrations = await db.pool.query('SELECT name FROM schema_migrations');
    expect(migrations.rows.length).toBeGreaterThan(0);
    const users = await db.pool.query('SELECT 1 FROM users');
    expect(users.rows).toEqual([]);
  });

  test('is the kind that it says', async () => {
    const { rows } = await db.pool.query('SELECT version()');
    expect(rows[0].version.includes('PGlite')).toBe(db.kind === 'embedded');
  });

  test('sorts and folds letters alike on both', async () => {
    const { rows } = await db.pool.query(
      `SELECT string_agg(v, ' ' ORDER BY v) AS sorted, lower('ÄÖ') AS folded
       FROM (VALUES ('b'), ('A'), ('ä'), ('a'), ('Z')) AS t(v)`,
    );
    expect(rows[0]).toEqual({ sorted: 'A Z a b ä', folded: 'äö' });
  });

  test('can be emptied', async () => {
    await db.pool.query('CREATE TABLE notes (id bigint GENERATED ALWAYS AS IDENTITY, note text)');
    await db.pool.query(`INSERT INTO notes (note) VALUES ('first')`);
    await emptyAllTables(db);
    const { rows } = await db.pool.query(`INSERT INTO notes (note) VALUES ('again') RETURNING id`);
    expect(rows).toEqual([{ id: '1' }]);
    expect((await db.pool.query('SELECT 1 FROM notes')).rowCount).toBe(1);
    expect((await db.pool.query('SELECT 1 FROM schema_migrations')).rowCount).toBeGreaterThan(0);
  });
});

describe.each(['embedded', 'postgresql'] as const)('suites one after the other (%s)', (kind) => {
  const askStart = 'SELECT pg_postmaster_start_time()::text || current_database() AS it';

  test('share a database, and find nothing of each other', async () => {
    const first = await borrowDatabase(kind);
    const { rows: before } = await first.db.pool.query(askStart);
    const user = `INSERT INTO users (id, name, email, email_verified)
                  VALUES (gen_random_uuid(), 'Ada', 'ada@example.com', true)`;
    await first.db.pool.query(user);
    await first.db.pool.query(
      `INSERT INTO pgboss.job (name, data) SELECT name, '{}' FROM pgboss.queue LIMIT 1`,
    );
    await first.giveBack();

    const second = await borrowDatabase(kind);
    expect((await second.db.pool.query(askStart)).rows).toEqual(before);
    expect((await second.db.pool.query('SELECT 1 FROM users')).rows).toEqual([]);
    expect((await second.db.pool.query('SELECT 1 FROM pgboss.job')).rows).toEqual([]);
    expect((await second.db.pool.query('SELECT 1 FROM pgboss.queue')).rowCount).not.toBe(0);
    await second.giveBack();
  });

  const spoilt = [
    ['changed a table', 'ALTER TABLE users ADD COLUMN left_over text'],
    ['added a table', 'CREATE TABLE left_over (n int)'],
    ['left a transaction', 'BEGIN'],
  ] as const;
  // What is looked at is the same in both, and a new embedded database takes seconds.
  test.each(kind === 'embedded' ? spoilt.slice(0, 1) : spoilt)(
    'start anew after one that %s',
    async (_, statement) => {
      const first = await borrowDatabase(kind);
      const { rows: before } = await first.db.pool.query(askStart);
      const client = await first.db.pool.connect();
      await client.query(statement);
      if (statement !== 'BEGIN') client.release();
      else setTimeout(() => client.release(true), 100);
      await first.giveBack();

      const second = await borrowDatabase(kind);
      expect((await second.db.pool.query(askStart)).rows).not.toEqual(before);
      await expect(second.db.pool.query('SELECT 1 FROM left_over')).rejects.toThrow('not exist');
      await second.giveBack();
    },
  );
});

import { expect, test } from 'vitest';
import { describeOnEachDatabase, emptyAllTables } from './describe-on-each-database.ts';

describeOnEachDatabase('the test database', (db) => {
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

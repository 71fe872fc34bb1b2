import type { Database } from '../../src/server/db/database.ts';

/** What a migrated database has rows in. The queues of jobs are tables as well. */
const KEPT = ['public.schema_migrations', 'pgboss.version', 'pgboss.queue'];

/** Removes all rows, and starts all identities again, but keeps the migrations. */
export async function emptyAllTables(db: Database): Promise<void> {
  const { rows } = await db.pool.query<{ name: string }>(
    `SELECT format('%I.%I', n.nspname, c.relname) AS name
     FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
     WHERE n.nspname IN ('public', 'pgboss') AND c.relkind = 'r'
       AND n.nspname || '.' || c.relname <> ALL ($1)`,
    [KEPT],
  );
  // Emptying a table means new files for it and each of its indexes, and most tables are empty.
  const used = await db.pool.query<{ name: string }>(
    rows
      .map(({ name }) => `SELECT '${name}' AS name WHERE EXISTS (SELECT FROM ${name})`)
      .join(' UNION ALL '),
  );
  if (used.rows.length > 0) {
    const names = used.rows.map(({ name }) => name).join(', ');
    await db.pool.query(`TRUNCATE ${names} RESTART IDENTITY CASCADE`);
  }
  // Those of tables whose rows are gone already.
  const counted = await db.pool.query<{ name: string }>(
    `SELECT format('%I.%I', schemaname, sequencename) AS name FROM pg_sequences
     WHERE schemaname IN ('public', 'pgboss') AND last_value IS NOT NULL`,
  );
  for (const { name } of counted.rows) await db.pool.query(`ALTER SEQUENCE ${name} RESTART`);
}

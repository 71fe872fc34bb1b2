import type { Database } from '../../src/server/db/database.ts';

/** What a migrated database has rows in. The queues of jobs are tables as well. */
const KEPT = ['public.schema_migrations', 'pgboss.version', 'pgboss.queue'];
/** Up to so many bytes, removing rows costs less than giving a table and its indexes new files. */
const SMALL_TABLE = 262_144;

/** Removes all rows, and starts all identities again, but keeps the migrations. */
export async function emptyAllTables(db: Database): Promise<void> {
  const { rows } = await db.pool.query<{ name: string }>(
    `SELECT format('%I.%I', n.nspname, c.relname) AS name
     FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
     WHERE n.nspname IN ('public', 'pgboss') AND c.relkind = 'r'
       AND n.nspname || '.' || c.relname <> ALL ($1)`,
    [KEPT],
  );
  const used = await db.pool.query<{ name: string; isSmall: boolean }>(
    rows
      .map(
        ({ name }) =>
          `SELECT '${name}' AS name, pg_table_size('${name}') <= ${SMALL_TABLE} AS "isSmall"
           WHERE EXISTS (SELECT FROM ${name})`,
      )
      .join(' UNION ALL '),
  );
  const names = (small: boolean) =>
    used.rows.filter(({ isSmall }) => isSmall === small).map(({ name }) => name);
  const large = names(false);
  await db.pool.query(
    [
      'BEGIN',
      // All tables are emptied, so that no reference is left dangling, and no rule has a say.
      'SET LOCAL session_replication_role = replica',
      ...names(true).map((name) => `DELETE FROM ${name}`),
      ...(large.length > 0 ? [`TRUNCATE ${large.join(', ')} CASCADE`] : []),
      `SELECT setval(format('%I.%I', schemaname, sequencename)::regclass, start_value, false)
       FROM pg_sequences
       WHERE schemaname IN ('public', 'pgboss') AND last_value IS NOT NULL`,
      'COMMIT',
    ].join(';'),
  );
}

import { expect, it } from 'vitest';
import { describeOnDatabase } from '../../../../test/database/describe-on-database.ts';

/** Tables that are no business's data: accounts, what signs them in, and whom they act for. */
const NOT_OWNED = new Set([
  'users',
  'businesses',
  'members',
  'sessions',
  'accounts',
  'verifications',
  'passkeys',
  'known_browsers',
  'security_events',
  'rate_limits',
  'reference_rates',
  'schema_migrations',
]);
/** Found without knowing the owner (decision 28); its other keys lead with the owner all the same. */
const PUBLIC_KEYS = new Set(['public_documents_pkey', 'webhook_endpoints_pkey']);

describeOnDatabase('keys lead with the owner (decision 27)', (db) => {
  const keys = async () => {
    const { rows } = await db.pool.query<{
      table: string;
      name: string;
      kind: string;
      columns: string[];
      refers: string | null;
    }>(`
      select r.relname as table, c.conname as name, c.contype as kind,
        (select array_agg(a.attname::text order by k.ordinality)
         from unnest(c.conkey) with ordinality as k(attnum, ordinality)
         join pg_attribute a on a.attrelid = c.conrelid and a.attnum = k.attnum) as columns,
        f.relname as refers
      from pg_constraint c
      join pg_class r on r.oid = c.conrelid
      join pg_namespace n on n.oid = r.relnamespace and n.nspname = 'public'
      left join pg_class f on f.oid = c.confrelid
      where c.contype in ('p', 'u', 'f')`);
    return rows;
  };

  it('in every primary, unique and foreign key of an owned table', async () => {
    const owned = (await keys()).filter(
      (key) => !NOT_OWNED.has(key.table) && !PUBLIC_KEYS.has(key.name),
    );
    expect(new Set(owned.map((key) => key.table)).size).toBeGreaterThanOrEqual(15);
    expect(owned.filter((key) => key.columns[0] !== 'business_id')).toEqual([]);
    const tied = owned.filter((key) => key.kind === 'f' && key.refers !== 'businesses');
    expect(tied.filter((key) => key.columns.length < 2)).toEqual([]);
  });

  it('in every index, but for those that jobs read across owners', async () => {
    const { rows } = await db.pool.query<{ name: string; column: string }>(
      `
      select i.relname as name, a.attname::text as column
      from pg_index x
      join pg_class i on i.oid = x.indexrelid
      join pg_class r on r.oid = x.indrelid
      join pg_namespace n on n.oid = r.relnamespace and n.nspname = 'public'
      left join pg_attribute a on a.attrelid = r.oid and a.attnum = x.indkey[0]
      where r.relname <> all($1)`,
      [[...NOT_OWNED]],
    );
    const others = rows.filter((row) => row.column !== 'business_id').map((row) => row.name);
    expect(others.toSorted()).toEqual([
      'business_profiles_keys_checked',
      'card_removals_due',
      'checkouts_to_check',
      // Whose message it is that came back.
      'emails_message_id',
      'emails_waiting',
      'estimates_expiring',
      'idempotency_keys_age',
      'invoices_due',
      // Unique over all owners: a domain stands for one account.
      'mail_senders_domain',
      'provider_events_age',
      'public_documents_pkey',
      'recurring_invoices_due',
      'refunds_to_check',
      'reminder_settings_due',
      'retired_payment_keys_age',
      'subscriptions_to_check',
      'uploads_stored',
      'uploads_unfinished',
      'webhook_endpoints_pkey',
    ]);
  });

  it('has a table for every entity, and money in columns that keep the decimals of its currency', async () => {
    const { rows } = await db.pool.query<{ column: string; precision: number | null }>(`
      select table_name || '.' || column_name as column, numeric_precision as precision
      from information_schema.columns
      where table_schema = 'public' and data_type = 'numeric'`);
    expect(rows.length).toBeGreaterThan(12);
    expect(rows.filter(({ precision }) => precision !== null)).toEqual([]);
  });
});

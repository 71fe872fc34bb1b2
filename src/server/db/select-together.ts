import type { SQL } from 'drizzle-orm';
import { sql } from 'drizzle-orm';
import type { Queryable } from './database.ts';
import { executeNamed } from './named-statements.ts';

type RowsOf<Part> = Part extends SQL<infer Row> ? Row[] : never;

/**
 * Runs several selects as one statement: one round trip, and one state of the database for all. Rows
 * travel as JSON, in their order, so money must be selected as text, or its two decimals are lost;
 * bigints become numbers, dates and instants text.
 * @param common what several of them read, worked out once: 'name as materialized (select …)'
 * @param isNamed whether a connection plans it once, for any values: see `executeNamed`
 */
export async function selectTogether<const Parts extends Record<string, SQL<unknown>>>(
  db: Queryable,
  parts: Parts,
  { common, isNamed = false }: { common?: SQL; isNamed?: boolean } = {},
): Promise<{ [Name in keyof Parts]: RowsOf<Parts[Name]> }> {
  const columns = Object.entries(parts).map(
    ([name, part]) =>
      sql`(select coalesce(json_agg(q), '[]'::json) from (${part}) q) as ${sql.identifier(name)}`,
  );
  const before = common ? sql`with ${common}` : sql``;
  const query = sql`${before} select ${sql.join(columns, sql`, `)}`;
  const { rows } = await (isNamed ? executeNamed(db, query) : db.execute(query));
  return rows[0] as { [Name in keyof Parts]: RowsOf<Parts[Name]> };
}

/** Customers that were merged are one: what any of them has is read as one customer's. */
import type { SQL } from 'drizzle-orm';
import { sql } from 'drizzle-orm';
import type { Queryable } from '../../db/database.ts';
import { ConcernsOthersError, noteLocks } from '../../db/lock-order.ts';

/** The number of the customer that one was merged into, or its own. */
export const mergedInto = (businessId: string, id: number | SQL): SQL => sql`coalesce(
  (select m.merged_into_id from customers m where m.business_id = ${businessId} and m.id = ${id}),
  ${id}::bigint)`;

/**
 * Joins the customer `c` whom a column names, or whom that one was merged into.
 * @param column that never is null
 */
export const joinCustomer = (businessId: string, column: SQL): SQL => sql`
  join customers named on named.business_id = ${businessId} and named.id = ${column}
  join customers c
    on c.business_id = ${businessId} and c.id = coalesce(named.merged_into_id, named.id)`;

/**
 * Joins the few customers `merged` that were merged into others, for sums over many rows: `whoseIs` is
 * then whose they are.
 */
export const leftJoinMerged = (businessId: string, column: SQL): SQL => sql`
  left join customers merged on merged.business_id = ${businessId} and merged.id = ${column}
    and merged.merged_into_id is not null`;

/** Whose the rows are that a statement calls `rows`, beside `leftJoinMerged` of their customers. */
export const whoseIs = (rows: string): SQL =>
  sql`coalesce(merged.merged_into_id, ${sql.identifier(rows)}.customer_id)`;

/**
 * The numbers of all customers that are one with this: first the one that the others were merged into.
 * Of an unknown one its own.
 */
export async function findCustomerGroup(
  db: Queryable,
  businessId: string,
  id: number,
): Promise<[number, ...number[]]> {
  const { rows } = await db.execute<{ root: string; merged: string[] | null }>(sql`
    select coalesce(c.merged_into_id, c.id) as root,
      (select array_agg(m.id order by m.id) from customers m
       where m.business_id = ${businessId} and m.merged_into_id = coalesce(c.merged_into_id, c.id)) as merged
    from customers c where c.business_id = ${businessId} and c.id = ${id}`);
  const [row] = rows;
  return row ? [Number(row.root), ...(row.merged ?? []).map(Number)] : [id];
}

/** Whether a column names one of a group. A single number keeps the order of an index. */
export const matchesAny = (column: SQL, [first, ...others]: readonly [number, ...number[]]): SQL =>
  others.length === 0
    ? sql`${column} = ${first}`
    : sql`${column} in (${sql.join([first, ...others], sql`, `)})`;

/**
 * Which of some customers are one with a first, itself among them. They stay so until the transaction
 * ends, and so does the one that the first was merged into: for what joins the money of one with a document of another.
 * Documents are locked before.
 */
export async function holdTogether(
  tx: Queryable,
  businessId: string,
  first: number,
  others: readonly number[],
): Promise<ReadonlySet<number>> {
  if (others.every((id) => id === first)) return new Set([first]);
  const ids = sql.join([...new Set([first, ...others])], sql`, `);
  const { rows } = await tx.execute<{ id: string; root: string }>(sql`
    select c.id, coalesce(c.merged_into_id, c.id) as root from customers c
    where c.business_id = ${businessId}
      and (c.id in (${ids}) or c.id = ${mergedInto(businessId, first)})
    order by c.id for share`);
  noteLocks(
    tx,
    'customers',
    rows.map(({ id }) => Number(id)),
  );
  const root = rows.find(({ id }) => Number(id) === first)?.root;
  // Merged while its lock was waited for.
  if (root !== undefined && !rows.some(({ id }) => id === root)) throw new ConcernsOthersError([]);
  return new Set(rows.filter((row) => row.root === root).map(({ id }) => Number(id)));
}

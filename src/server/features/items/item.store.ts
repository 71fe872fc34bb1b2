import { and, eq, getTableColumns, isNull, sql } from 'drizzle-orm';
import type { Item, ItemInput } from '../../../shared/items/item.contract.ts';
import { fold } from '../../../shared/search/fold.ts';
import type { Queryable } from '../../db/database.ts';
import { items } from '../../db/tables/items.table.ts';
import type { Cursor } from '../../platform/lists/cursor.ts';
import { searchCondition } from '../../platform/lists/cursor.ts';
import { ownerAccount } from '../businesses/index.ts';

type StoredItem = typeof items.$inferSelect;
/** With what only answers have. */
export type ItemRow = StoredItem & { userId: string };

const selection = { ...getTableColumns(items), userId: ownerAccount(sql`items.business_id`) };

const live = (businessId: string) => and(eq(items.businessId, businessId), isNull(items.deletedAt));
const one = (businessId: string, id: number) =>
  and(eq(items.businessId, businessId), eq(items.id, id));
const searching = (search: string | undefined) => searchCondition(sql`${items.searchText}`, search);

/** Items by name; with `limit` one row more than that, to know whether there is a next page. */
export function listItems(
  db: Queryable,
  businessId: string,
  query: { limit?: number | undefined; search?: string | undefined; after?: Cursor | undefined },
): Promise<ItemRow[]> {
  const { after, limit, search } = query;
  const rows = db
    .select(selection)
    .from(items)
    .where(
      and(
        live(businessId),
        searching(search),
        after && sql`(${items.sortName}, ${items.id}) > (${after.key}, ${after.id})`,
      ),
    )
    .orderBy(items.sortName, items.id)
    .$dynamic();
  return limit === undefined ? rows : rows.limit(limit + 1);
}

export function countItems(
  db: Queryable,
  businessId: string,
  search: string | undefined,
): Promise<number> {
  return db.$count(items, and(live(businessId), searching(search)));
}

export async function findItem(
  db: Queryable,
  businessId: string,
  id: number,
): Promise<ItemRow | undefined> {
  const [row] = await db
    .select(selection)
    .from(items)
    .where(and(live(businessId), eq(items.id, id)));
  return row;
}

/** Locks the row, deleted or not, until the transaction ends. */
export async function lockItem(
  db: Queryable,
  businessId: string,
  id: number,
): Promise<ItemRow | undefined> {
  const [row] = await db.select(selection).from(items).where(one(businessId, id)).for('update');
  return row;
}

function derived(input: Pick<ItemInput, 'name' | 'description' | 'category'>) {
  return {
    searchText: fold(input.name, input.description, input.category),
    sortName: fold(input.name),
  };
}

export async function insertItem(
  db: Queryable,
  businessId: string,
  input: ItemInput,
): Promise<ItemRow | undefined> {
  const [row] = await db
    .insert(items)
    .values({ businessId, ...input, ...derived(input) })
    .returning(selection);
  return row;
}

export async function updateItemRow(
  db: Queryable,
  businessId: string,
  id: number,
  values: Partial<typeof items.$inferInsert>,
): Promise<ItemRow | undefined> {
  const [row] = await db
    .update(items)
    .set({ ...values, version: sql`${items.version} + 1` })
    .where(one(businessId, id))
    .returning(selection);
  return row;
}

/** The fields of an edit and what searches derive from them. */
export function editedItem(stored: StoredItem, input: ItemInput, now: Date) {
  const next = {
    name: input.name,
    description: input.description === undefined ? stored.description : input.description,
    unitPrice: input.unitPrice,
    category: input.category === undefined ? stored.category : input.category,
  };
  return { ...next, ...derived(next), updatedAt: now };
}

export function presentItem(row: ItemRow): Item {
  return {
    id: row.id,
    userId: row.userId,
    name: row.name,
    description: row.description,
    unitPrice: row.unitPrice,
    category: row.category,
    version: row.version,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  };
}

/** Items that a search finds, names that begin with it before the others. */
export function searchItems(
  db: Queryable,
  businessId: string,
  search: string,
  limit: number,
): Promise<Pick<ItemRow, 'id' | 'name' | 'category' | 'unitPrice'>[]> {
  const { id, name, category, unitPrice, sortName } = items;
  return db
    .select({ id, name, category, unitPrice })
    .from(items)
    .where(and(live(businessId), searching(search)))
    .orderBy(sql`not starts_with(${sortName}, ${fold(search)})`, sortName, id)
    .limit(limit);
}

/** How many of these catalogue items are the owner's; deleted ones may stay on a line. */
export async function countOwnItems(
  db: Queryable,
  businessId: string,
  ids: number[],
): Promise<number> {
  const { rows } = await db.execute<{ n: string }>(sql`
    select count(*) as n from items where business_id = ${businessId} and id = any(${sql.param(ids)}::bigint[])`);
  return Number(rows[0]?.n ?? 0);
}

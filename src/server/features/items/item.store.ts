import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Item, ItemInput } from '../../../shared/items/item.contract.ts';
import { fold } from '../../../shared/search/fold.ts';
import type { Queryable } from '../../db/database.ts';
import { items } from '../../db/tables/items.table.ts';
import type { Cursor } from '../../platform/lists/cursor.ts';
import { searchCondition } from '../../platform/lists/cursor.ts';

export type ItemRow = typeof items.$inferSelect;

const live = (userId: string) => and(eq(items.userId, userId), isNull(items.deletedAt));
const one = (userId: string, id: number) => and(eq(items.userId, userId), eq(items.id, id));
const searching = (search: string | undefined) => searchCondition(sql`${items.searchText}`, search);

/** Items by name; with `limit` one row more than that, to know whether there is a next page. */
export function listItems(
  db: Queryable,
  userId: string,
  query: { limit?: number | undefined; search?: string | undefined; after?: Cursor | undefined },
): Promise<ItemRow[]> {
  const { after, limit, search } = query;
  const rows = db
    .select()
    .from(items)
    .where(
      and(
        live(userId),
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
  userId: string,
  search: string | undefined,
): Promise<number> {
  return db.$count(items, and(live(userId), searching(search)));
}

export async function findItem(
  db: Queryable,
  userId: string,
  id: number,
): Promise<ItemRow | undefined> {
  const [row] = await db
    .select()
    .from(items)
    .where(and(live(userId), eq(items.id, id)));
  return row;
}

/** Locks the row, deleted or not, until the transaction ends. */
export async function lockItem(
  db: Queryable,
  userId: string,
  id: number,
): Promise<ItemRow | undefined> {
  const [row] = await db.select().from(items).where(one(userId, id)).for('update');
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
  userId: string,
  input: ItemInput,
): Promise<ItemRow | undefined> {
  const [row] = await db
    .insert(items)
    .values({ userId, ...input, ...derived(input) })
    .returning();
  return row;
}

export async function updateItemRow(
  db: Queryable,
  userId: string,
  id: number,
  values: Partial<typeof items.$inferInsert>,
): Promise<ItemRow | undefined> {
  const [row] = await db
    .update(items)
    .set({ ...values, version: sql`${items.version} + 1` })
    .where(one(userId, id))
    .returning();
  return row;
}

/** The fields of an edit and what searches derive from them. */
export function editedItem(stored: ItemRow, input: ItemInput, now: Date) {
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
  userId: string,
  search: string,
  limit: number,
): Promise<Pick<ItemRow, 'id' | 'name' | 'category' | 'unitPrice'>[]> {
  const { id, name, category, unitPrice, sortName } = items;
  return db
    .select({ id, name, category, unitPrice })
    .from(items)
    .where(and(live(userId), searching(search)))
    .orderBy(sql`not starts_with(${sortName}, ${fold(search)})`, sortName, id)
    .limit(limit);
}

import { and, eq, getTableColumns, sql } from 'drizzle-orm';
import { notFound } from '../../../shared/errors/app-error.ts';
import type { Item, ItemInput } from '../../../shared/items/item.contract.ts';
import { itemSchema } from '../../../shared/items/item.contract.ts';
import { fold } from '../../../shared/search/fold.ts';
import type { Queryable } from '../../db/database.ts';
import { items } from '../../db/tables/items.table.ts';
import { sortKey } from '../../platform/lists/sort-key.ts';
import type { ListQuery } from '../../platform/records/record-store.ts';
import { presentRecord, recordStore } from '../../platform/records/record-store.ts';
import { ownerAccount } from '../businesses/index.ts';
import { readBusinessLocale } from '../profile/index.ts';

/** With what only answers have. */
type ItemRow = typeof items.$inferSelect & { userId: string };

export const itemRecords = recordStore(items);
const { live, list } = itemRecords;

const selectItems = (db: Queryable) =>
  db
    .select({ ...getTableColumns(items), userId: ownerAccount(sql`items.business_id`) })
    .from(items)
    .$dynamic();

/** Items by name. */
export async function listItems(db: Queryable, businessId: string, query: ListQuery) {
  const byName = { column: items.sortName, toListKey: (row: ItemRow) => row.sortName };
  const page = await list(db, selectItems(db), businessId, query, byName);
  return { ...page, rows: page.rows.map(presentItem) };
}

export function countItems(
  db: Queryable,
  businessId: string,
  search: string | undefined,
): Promise<number> {
  return db.$count(items, live(businessId, search));
}

/** @throws AppError NOT_FOUND for a missing, deleted or foreign item alike. */
export async function readItem(db: Queryable, businessId: string, id: number): Promise<Item> {
  const [row] = await selectItems(db).where(and(live(businessId), eq(items.id, id)));
  if (!row) throw notFound('Item');
  return presentItem(row);
}

/** The fields, and what searches and the list's order look at. */
export async function itemValues<Fields extends ItemInput>(
  db: Queryable,
  businessId: string,
  fields: Fields,
) {
  return { ...fields, ...itemFound(fields, await readBusinessLocale(db, businessId)) };
}

/** What searches and the list's order look at. */
export const itemFound = (
  { name, description, category }: Pick<ItemInput, 'name' | 'description' | 'category'>,
  locale: string,
) => ({ searchText: fold(name, description, category), sortName: sortKey(name, locale) });

const presentItem = (row: ItemRow): Item => presentRecord(itemSchema, row);

/** Items that a search finds, names that begin with it before the others. */
export function searchItems(
  db: Queryable,
  businessId: string,
  search: string,
  limit: number,
): Promise<Pick<ItemRow, 'id' | 'name' | 'category' | 'unitPrice' | 'currency'>[]> {
  const { id, name, category, unitPrice, currency, searchText, sortName } = items;
  return db
    .select({ id, name, category, unitPrice, currency })
    .from(items)
    .where(live(businessId, search))
    .orderBy(sql`not starts_with(${searchText}, ${fold(search)})`, sortName, id)
    .limit(limit);
}

/** How many of these catalogue items are the owner's; deleted ones may stay on a line. */
export async function findOwnItems(
  db: Queryable,
  businessId: string,
  ids: number[],
): Promise<ReadonlySet<number>> {
  const { rows } = await db.execute<{ id: string }>(sql`
    select id from items where business_id = ${businessId} and id = any(${sql.param(ids)}::bigint[])`);
  return new Set(rows.map(({ id }) => Number(id)));
}

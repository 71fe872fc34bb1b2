import { sql } from 'drizzle-orm';
import { check, index, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { users } from './accounts.table.ts';
import { createdAt, instant, money, ownerId, recordId, updatedAt, version } from './columns.ts';

/** The catalogue of items and services. */
export const items = pgTable(
  'items',
  {
    userId: ownerId().references(() => users.id, { onDelete: 'cascade' }),
    id: recordId(),
    name: text('name').notNull(),
    description: text('description'),
    unitPrice: money('unit_price').notNull(),
    category: text('category'),
    searchText: text('search_text').notNull().default(''),
    sortName: text('sort_name').notNull().default(''),
    deletedAt: instant('deleted_at'),
    version: version(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    primaryKey({ columns: [t.userId, t.id] }),
    check('items_name', sql`${t.name} <> ''`),
    check('items_unit_price', sql`${t.unitPrice} >= 0`),
    index('items_list').on(t.userId, t.sortName, t.id).where(sql`deleted_at is null`),
    index('items_search')
      .using('gin', t.userId, sql`search_text gin_trgm_ops`)
      .where(sql`deleted_at is null`),
  ],
);

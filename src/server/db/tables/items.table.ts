import { sql } from 'drizzle-orm';
import { check, index, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { businesses } from './businesses.table.ts';
import { businessId, createdAt, instant, money, recordId, updatedAt, version } from './columns.ts';

/** The catalogue of items and services. */
export const items = pgTable(
  'items',
  {
    businessId: businessId().references(() => businesses.id, { onDelete: 'cascade' }),
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
    primaryKey({ columns: [t.businessId, t.id] }),
    check('items_name', sql`${t.name} <> ''`),
    check('items_unit_price', sql`${t.unitPrice} >= 0`),
    index('items_list').on(t.businessId, t.sortName, t.id).where(sql`deleted_at is null`),
    index('items_search')
      .using('gin', t.businessId, sql`search_text gin_trgm_ops`)
      .where(sql`deleted_at is null`),
  ],
);

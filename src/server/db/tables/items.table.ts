import { sql } from 'drizzle-orm';
import { check, index, pgTable, text } from 'drizzle-orm/pg-core';
import { currency, decimal, sortKeyText } from './columns.ts';
import { keptRecord, ownedRecord, recordKey } from './owned-columns.ts';

/** The catalogue of items and services. */
export const items = pgTable(
  'items',
  {
    ...ownedRecord(),
    name: text('name').notNull(),
    description: text('description'),
    unitPrice: decimal('unit_price').notNull(),
    currency: currency().notNull().default('USD'),
    unit: text('unit'),
    itemCode: text('item_code'),
    category: text('category'),
    /** As a customer's. */
    sortName: sortKeyText('sort_name').notNull().default(''),
    ...keptRecord(),
  },
  (t) => [
    recordKey(t),
    check('items_name', sql`${t.name} <> ''`),
    check('items_unit_price', sql`${t.unitPrice} >= 0`),
    index('items_list')
      .on(t.businessId, t.sortName, t.id)
      .where(sql`deleted_at is null`),
    index('items_search')
      .using('gin', t.businessId, sql`search_text gin_trgm_ops`)
      .where(sql`deleted_at is null`),
  ],
);

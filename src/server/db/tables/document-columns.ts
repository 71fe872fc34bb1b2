/** What the tables of all kinds of document have in common. */
import { sql } from 'drizzle-orm';
import type { AnyPgColumn, ExtraConfigColumn, PgColumnBuilderBase } from 'drizzle-orm/pg-core';
import { char, check, date, index, integer, pgTable, text, unique } from 'drizzle-orm/pg-core';
import type { ContentName, KindName } from '../../../shared/documents/document-content.ts';
import { businessId, money, rate, recordId, reference } from './columns.ts';
import { customers } from './customers.table.ts';
import { items } from './items.table.ts';
import { keptRecord, ownedRecord, ownersRecord, recordKey } from './owned-columns.ts';

export const day = (name: string) => date(name, { mode: 'string' }).notNull();

/** The content of every kind, and what is kept of it besides. */
export const documentColumns = () => ({
  ...ownedRecord(),
  customerId: reference('customer_id').notNull(),
  /** The number as it is compared: no two documents of an owner have one. See `numberKey`. */
  numberKey: text('number_key').notNull(),
  issueDate: day('issue_date'),
  currency: char('currency', { length: 3 }).notNull().default('USD'),
  subtotal: money('subtotal').notNull(),
  taxAmount: money('tax_amount').notNull().default('0'),
  taxRate: rate('tax_rate').notNull().default('0'),
  total: money('total').notNull(),
  notes: text('notes'),
  terms: text('terms'),
  ...keptRecord(),
});

/**
 * Columns of what a kind says besides: all of its content that `documentColumns` lacks, and nothing
 * else.
 */
export type OwnContent<K extends KindName> = Record<
  Exclude<ContentName<K>, keyof ReturnType<typeof documentColumns>>,
  PgColumnBuilderBase
>;

/** @param name of the table, which begins the names of its constraints and indexes */
export const documentConstraints = (
  name: 'invoices' | 'estimates',
  t: Record<keyof ReturnType<typeof documentColumns>, ExtraConfigColumn>,
) => [
  recordKey(t),
  // A deleted document keeps its number (decision 16), so the key spans deleted rows too.
  unique(`${name}_number`).on(t.businessId, t.numberKey),
  ownersRecord(`${name}_customer`, [t.businessId, t.customerId], customers),
  check(`${name}_amounts`, sql`${t.subtotal} >= 0 and ${t.taxAmount} >= 0 and ${t.taxRate} >= 0`),
  check(`${name}_total`, sql`${t.total} = ${t.subtotal} + ${t.taxAmount}`),
  index(`${name}_list`)
    .on(t.businessId, t.issueDate.desc().nullsFirst(), t.id.desc().nullsFirst())
    .where(sql`deleted_at is null`),
  index(`${name}_by_customer`).on(t.businessId, t.customerId, t.id),
  index(`${name}_search`)
    .using('gin', t.businessId, sql`search_text gin_trgm_ops`)
    .where(sql`deleted_at is null`),
];

/** The lines of a kind's documents. */
export const lineItemsTable = (
  kind: KindName,
  documents: () => Record<'businessId' | 'id', AnyPgColumn>,
) => {
  const name = `${kind}_line_items` as const;
  return pgTable(
    name,
    {
      businessId: businessId(),
      id: recordId(),
      documentId: reference(`${kind}_id`).notNull(),
      position: integer('position').notNull(),
      itemId: reference('item_id'),
      description: text('description').notNull(),
      quantity: money('quantity').notNull(),
      unitPrice: money('unit_price').notNull(),
      total: money('total').notNull(),
    },
    (t) => [
      recordKey(t),
      unique(`${name}_position`).on(t.businessId, t.documentId, t.position),
      ownersRecord(`${name}_${kind}`, [t.businessId, t.documentId], documents()).onDelete(
        'cascade',
      ),
      ownersRecord(`${name}_item`, [t.businessId, t.itemId], items),
      index(`${name}_by_item`).on(t.businessId, t.itemId),
      check(`${name}_description`, sql`${t.description} <> ''`),
      check(`${name}_quantity`, sql`${t.quantity} > 0`),
      check(`${name}_unit_price`, sql`${t.unitPrice} >= 0`),
      // PostgreSQL rounds numeric half away from zero, as decision 9 asks.
      check(`${name}_total`, sql`${t.total} = round(${t.quantity} * ${t.unitPrice}, 2)`),
    ],
  );
};

import { sql } from 'drizzle-orm';
import {
  char,
  check,
  date,
  foreignKey,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  unique,
} from 'drizzle-orm/pg-core';
import { businesses } from './businesses.table.ts';
import {
  businessId,
  createdAt,
  instant,
  money,
  rate,
  recordId,
  reference,
  updatedAt,
  version,
} from './columns.ts';
import { customers } from './customers.table.ts';
import { invoices } from './invoices.table.ts';
import { items } from './items.table.ts';

export const estimates = pgTable(
  'estimates',
  {
    businessId: businessId().references(() => businesses.id, { onDelete: 'cascade' }),
    id: recordId(),
    customerId: reference('customer_id').notNull(),
    estimateNumber: text('estimate_number').notNull(),
    /** The number as it is compared: no two documents of an owner have one. See `numberKey`. */
    numberKey: text('number_key').notNull(),
    status: text('status', { enum: ['draft', 'sent', 'accepted', 'rejected', 'expired'] })
      .notNull()
      .default('draft'),
    issueDate: date('issue_date', { mode: 'string' }).notNull(),
    expiryDate: date('expiry_date', { mode: 'string' }).notNull(),
    currency: char('currency', { length: 3 }).notNull().default('USD'),
    subtotal: money('subtotal').notNull(),
    taxAmount: money('tax_amount').notNull().default('0'),
    taxRate: rate('tax_rate').notNull().default('0'),
    total: money('total').notNull(),
    notes: text('notes'),
    terms: text('terms'),
    /** The invoice it became (decision 15); unique, so that it can become only one. */
    invoiceId: reference('invoice_id'),
    searchText: text('search_text').notNull().default(''),
    deletedAt: instant('deleted_at'),
    version: version(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    primaryKey({ columns: [t.businessId, t.id] }),
    unique('estimates_number').on(t.businessId, t.numberKey),
    unique('estimates_invoice').on(t.businessId, t.invoiceId),
    foreignKey({
      name: 'estimates_customer',
      columns: [t.businessId, t.customerId],
      foreignColumns: [customers.businessId, customers.id],
    }),
    foreignKey({
      name: 'estimates_became',
      columns: [t.businessId, t.invoiceId],
      foreignColumns: [invoices.businessId, invoices.id],
    }),
    check(
      'estimates_status',
      sql`${t.status} in ('draft', 'sent', 'accepted', 'rejected', 'expired')`,
    ),
    check('estimates_number_given', sql`${t.estimateNumber} <> ''`),
    check(
      'estimates_amounts',
      sql`${t.subtotal} >= 0 and ${t.taxAmount} >= 0 and ${t.taxRate} >= 0`,
    ),
    check('estimates_total', sql`${t.total} = ${t.subtotal} + ${t.taxAmount}`),
    index('estimates_list')
      .on(t.businessId, t.issueDate.desc().nullsFirst(), t.id.desc().nullsFirst())
      .where(sql`deleted_at is null`),
    index('estimates_list_by_status')
      .on(t.businessId, t.status, t.issueDate.desc().nullsFirst(), t.id.desc().nullsFirst())
      .where(sql`deleted_at is null`),
    index('estimates_by_customer').on(t.businessId, t.customerId, t.id),
    index('estimates_search')
      .using('gin', t.businessId, sql`search_text gin_trgm_ops`)
      .where(sql`deleted_at is null`),
    index('estimates_expiring').on(t.expiryDate).where(sql`status = 'sent' and deleted_at is null`),
  ],
);

export const estimateLineItems = pgTable(
  'estimate_line_items',
  {
    businessId: businessId(),
    id: recordId(),
    estimateId: reference('estimate_id').notNull(),
    position: integer('position').notNull(),
    itemId: reference('item_id'),
    description: text('description').notNull(),
    quantity: money('quantity').notNull(),
    unitPrice: money('unit_price').notNull(),
    total: money('total').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.businessId, t.id] }),
    unique('estimate_line_items_position').on(t.businessId, t.estimateId, t.position),
    foreignKey({
      name: 'estimate_line_items_estimate',
      columns: [t.businessId, t.estimateId],
      foreignColumns: [estimates.businessId, estimates.id],
    }).onDelete('cascade'),
    foreignKey({
      name: 'estimate_line_items_item',
      columns: [t.businessId, t.itemId],
      foreignColumns: [items.businessId, items.id],
    }),
    index('estimate_line_items_by_item').on(t.businessId, t.itemId),
    check('estimate_line_items_description', sql`${t.description} <> ''`),
    check('estimate_line_items_quantity', sql`${t.quantity} > 0`),
    check('estimate_line_items_unit_price', sql`${t.unitPrice} >= 0`),
    check('estimate_line_items_total', sql`${t.total} = round(${t.quantity} * ${t.unitPrice}, 2)`),
  ],
);

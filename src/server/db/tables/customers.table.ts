import { sql } from 'drizzle-orm';
import {
  char,
  check,
  foreignKey,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
} from 'drizzle-orm/pg-core';
import { businesses } from './businesses.table.ts';
import {
  bigMoney,
  businessId,
  createdAt,
  instant,
  recordId,
  reference,
  updatedAt,
  version,
} from './columns.ts';

export const customers = pgTable(
  'customers',
  {
    businessId: businessId().references(() => businesses.id, { onDelete: 'cascade' }),
    id: recordId(),
    name: text('name').notNull(),
    company: text('company'),
    email: text('email'),
    phone: text('phone'),
    address: text('address'),
    city: text('city'),
    state: text('state'),
    zipCode: text('zip_code'),
    country: text('country'),
    /** Folded name, company and e-mail: what a search looks through. */
    searchText: text('search_text').notNull().default(''),
    /** Folded name: the order of the list, alike on every database whatever its collation. */
    sortName: text('sort_name').notNull().default(''),
    deletedAt: instant('deleted_at'),
    version: version(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    primaryKey({ columns: [t.businessId, t.id] }),
    check('customers_name', sql`${t.name} <> ''`),
    index('customers_list').on(t.businessId, t.sortName, t.id).where(sql`deleted_at is null`),
    index('customers_search')
      .using('gin', t.businessId, sql`search_text gin_trgm_ops`)
      .where(sql`deleted_at is null`),
  ],
);

/**
 * What an owner's invoices add up to, for each customer and status, kept by `countInSums`
 * in the same transaction, so that a list of 100,000 need not be summed to be opened.
 */
export const customerInvoiceTotals = pgTable(
  'customer_invoice_totals',
  {
    businessId: businessId(),
    customerId: reference('customer_id').notNull(),
    currency: char('currency', { length: 3 }).notNull().default('USD'),
    status: text('status').notNull(),
    invoiceCount: integer('invoice_count').notNull().default(0),
    total: bigMoney('total').notNull().default('0'),
    /** Of these invoices' totals, what has come. */
    received: bigMoney('received').notNull().default('0'),
  },
  (t) => [
    primaryKey({
      name: 'customer_invoice_totals_pk',
      columns: [t.businessId, t.customerId, t.currency, t.status],
    }),
    foreignKey({
      name: 'customer_invoice_totals_customer',
      columns: [t.businessId, t.customerId],
      foreignColumns: [customers.businessId, customers.id],
    }).onDelete('cascade'),
  ],
);

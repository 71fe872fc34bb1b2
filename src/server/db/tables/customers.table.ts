import { sql } from 'drizzle-orm';
import { check, foreignKey, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { users } from './accounts.table.ts';
import {
  bigMoney,
  createdAt,
  instant,
  ownerId,
  recordId,
  reference,
  updatedAt,
  version,
} from './columns.ts';

export const customers = pgTable(
  'customers',
  {
    userId: ownerId().references(() => users.id, { onDelete: 'cascade' }),
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
    primaryKey({ columns: [t.userId, t.id] }),
    check('customers_name', sql`${t.name} <> ''`),
    index('customers_list').on(t.userId, t.sortName, t.id).where(sql`deleted_at is null`),
    index('customers_search')
      .using('gin', t.userId, sql`search_text gin_trgm_ops`)
      .where(sql`deleted_at is null`),
  ],
);

/**
 * What an owner's invoices add up to, for each customer and status, kept by triggers on `invoices`
 * in the same transaction, so that a list of 100,000 need not be summed to be opened.
 */
export const customerInvoiceTotals = pgTable(
  'customer_invoice_totals',
  {
    userId: ownerId(),
    customerId: reference('customer_id').notNull(),
    status: text('status').notNull(),
    invoiceCount: integer('invoice_count').notNull().default(0),
    total: bigMoney('total').notNull().default('0'),
    /** Of these invoices' totals, what has come. */
    received: bigMoney('received').notNull().default('0'),
  },
  (t) => [
    primaryKey({ columns: [t.userId, t.customerId, t.status] }),
    foreignKey({
      columns: [t.userId, t.customerId],
      foreignColumns: [customers.userId, customers.id],
    }).onDelete('cascade'),
  ],
);

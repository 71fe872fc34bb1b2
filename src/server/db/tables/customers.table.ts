import { sql } from 'drizzle-orm';
import { char, check, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { bigMoney, businessId, reference } from './columns.ts';
import {
  keptRecord,
  ownedRecord,
  ownersRecord,
  postalAddress,
  recordKey,
} from './owned-columns.ts';

export const customers = pgTable(
  'customers',
  {
    ...ownedRecord(),
    name: text('name').notNull(),
    company: text('company'),
    email: text('email'),
    phone: text('phone'),
    ...postalAddress(),
    /** Folded name: the order of the list, alike on every database whatever its collation. */
    sortName: text('sort_name').notNull().default(''),
    ...keptRecord(),
  },
  (t) => [
    recordKey(t),
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
    ownersRecord(
      'customer_invoice_totals_customer',
      [t.businessId, t.customerId],
      customers,
    ).onDelete('cascade'),
  ],
);

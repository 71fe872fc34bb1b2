import { sql } from 'drizzle-orm';
import { check, date, index, pgTable, text } from 'drizzle-orm/pg-core';
import { currency, decimal, reference } from './columns.ts';
import { customers } from './customers.table.ts';
import { keptRecord, ownedRecord, ownersRecord, recordKey } from './owned-columns.ts';

export const expenses = pgTable(
  'expenses',
  {
    ...ownedRecord(),
    customerId: reference('customer_id'),
    category: text('category').notNull(),
    description: text('description').notNull(),
    amount: decimal('amount').notNull(),
    currency: currency().notNull().default('USD'),
    expenseDate: date('expense_date', { mode: 'string' }).notNull(),
    vendor: text('vendor'),
    receiptUrl: text('receipt_url'),
    ...keptRecord(),
  },
  (t) => [
    recordKey(t),
    ownersRecord('expenses_customer', [t.businessId, t.customerId], customers),
    check('expenses_description', sql`${t.description} <> ''`),
    check('expenses_category', sql`${t.category} <> ''`),
    check('expenses_amount', sql`${t.amount} >= 0`),
    index('expenses_list')
      .on(t.businessId, t.expenseDate.desc().nullsFirst(), t.id.desc().nullsFirst())
      .where(sql`deleted_at is null`),
    index('expenses_list_by_category')
      .on(t.businessId, t.category, t.expenseDate.desc().nullsFirst(), t.id.desc().nullsFirst())
      .where(sql`deleted_at is null`),
    index('expenses_list_by_amount')
      .on(t.businessId, t.currency, t.amount, t.id)
      .where(sql`deleted_at is null`),
    // Sums by day read this and not the rows.
    index('expenses_sums')
      .on(t.businessId, t.expenseDate, t.currency, t.amount)
      .where(sql`deleted_at is null`),
    // Whether a receipt is shown by any, deleted ones included.
    index('expenses_by_receipt')
      .on(t.businessId, t.receiptUrl)
      .where(sql`receipt_url is not null`),
    index('expenses_by_customer').on(t.businessId, t.customerId),
    index('expenses_search')
      .using('gin', t.businessId, sql`search_text gin_trgm_ops`)
      .where(sql`deleted_at is null`),
  ],
);

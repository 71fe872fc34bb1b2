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
  bigMoney,
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
import { items } from './items.table.ts';

export const invoices = pgTable(
  'invoices',
  {
    businessId: businessId().references(() => businesses.id, { onDelete: 'cascade' }),
    id: recordId(),
    customerId: reference('customer_id').notNull(),
    invoiceNumber: text('invoice_number').notNull(),
    /** The number as it is compared: no two documents of an owner have one. See `numberKey`. */
    numberKey: text('number_key').notNull(),
    poNumber: text('po_number'),
    status: text('status', { enum: ['draft', 'sent', 'paid', 'overdue'] })
      .notNull()
      .default('draft'),
    issueDate: date('issue_date', { mode: 'string' }).notNull(),
    dueDate: date('due_date', { mode: 'string' }).notNull(),
    currency: char('currency', { length: 3 }).notNull().default('USD'),
    subtotal: money('subtotal').notNull(),
    taxAmount: money('tax_amount').notNull().default('0'),
    taxRate: rate('tax_rate').notNull().default('0'),
    total: money('total').notNull(),
    /** What completed payments brought and did not give back: see `recountReceived`. */
    amountReceived: bigMoney('amount_received').notNull().default('0'),
    notes: text('notes'),
    terms: text('terms'),
    stripePaymentIntentId: text('stripe_payment_intent_id'),
    paymentUrl: text('payment_url'),
    /** Folded number, a line break, folded customer's name and company: what a search looks through. */
    searchText: text('search_text').notNull().default(''),
    deletedAt: instant('deleted_at'),
    version: version(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    primaryKey({ columns: [t.businessId, t.id] }),
    // A deleted invoice keeps its number (decision 16), so the key spans deleted rows too.
    unique('invoices_number').on(t.businessId, t.numberKey),
    foreignKey({
      name: 'invoices_customer',
      columns: [t.businessId, t.customerId],
      foreignColumns: [customers.businessId, customers.id],
    }),
    check('invoices_status', sql`${t.status} in ('draft', 'sent', 'paid', 'overdue')`),
    check('invoices_number_given', sql`${t.invoiceNumber} <> ''`),
    check(
      'invoices_amounts',
      sql`${t.subtotal} >= 0 and ${t.taxAmount} >= 0 and ${t.taxRate} >= 0`,
    ),
    check('invoices_total', sql`${t.total} = ${t.subtotal} + ${t.taxAmount}`),
    index('invoices_list')
      .on(t.businessId, t.issueDate.desc().nullsFirst(), t.id.desc().nullsFirst())
      .where(sql`deleted_at is null`),
    index('invoices_list_by_status')
      .on(t.businessId, t.status, t.issueDate.desc().nullsFirst(), t.id.desc().nullsFirst())
      .where(sql`deleted_at is null`),
    index('invoices_by_customer').on(t.businessId, t.customerId, t.id),
    index('invoices_search')
      .using('gin', t.businessId, sql`search_text gin_trgm_ops`)
      .where(sql`deleted_at is null`),
    // What is to be paid, by when.
    index('invoices_unpaid')
      .on(t.businessId, t.dueDate, t.id)
      .where(sql`status in ('sent', 'overdue') and deleted_at is null`),
    // Sums by day and customer read this and not the rows.
    index('invoices_sums')
      .on(t.businessId, t.issueDate, t.customerId, t.status, t.total, t.amountReceived)
      .where(sql`deleted_at is null`),
    // What sums leave out: a few rows instead of a look at each live invoice.
    index('invoices_deleted').on(t.businessId, t.id).where(sql`deleted_at is not null`),
    // For the job that marks what is overdue: looks across owners.
    index('invoices_due').on(t.dueDate).where(sql`status = 'sent' and deleted_at is null`),
    // What is overdue by its date, and the job has not marked yet.
    index('invoices_late')
      .on(t.businessId, t.dueDate)
      .where(sql`status = 'sent' and deleted_at is null`),
  ],
);

export const invoiceLineItems = pgTable(
  'invoice_line_items',
  {
    businessId: businessId(),
    id: recordId(),
    invoiceId: reference('invoice_id').notNull(),
    position: integer('position').notNull(),
    itemId: reference('item_id'),
    description: text('description').notNull(),
    quantity: money('quantity').notNull(),
    unitPrice: money('unit_price').notNull(),
    total: money('total').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.businessId, t.id] }),
    unique('invoice_line_items_position').on(t.businessId, t.invoiceId, t.position),
    foreignKey({
      name: 'invoice_line_items_invoice',
      columns: [t.businessId, t.invoiceId],
      foreignColumns: [invoices.businessId, invoices.id],
    }).onDelete('cascade'),
    foreignKey({
      name: 'invoice_line_items_item',
      columns: [t.businessId, t.itemId],
      foreignColumns: [items.businessId, items.id],
    }),
    index('invoice_line_items_by_item').on(t.businessId, t.itemId),
    check('invoice_line_items_description', sql`${t.description} <> ''`),
    check('invoice_line_items_quantity', sql`${t.quantity} > 0`),
    check('invoice_line_items_unit_price', sql`${t.unitPrice} >= 0`),
    // PostgreSQL rounds numeric half away from zero, as decision 9 asks.
    check('invoice_line_items_total', sql`${t.total} = round(${t.quantity} * ${t.unitPrice}, 2)`),
  ],
);

/** Count and sum of a business's invoices by currency and stored status, kept by `countInSums`. */
export const invoiceTotals = pgTable(
  'invoice_totals',
  {
    businessId: businessId().references(() => businesses.id, { onDelete: 'cascade' }),
    currency: char('currency', { length: 3 }).notNull().default('USD'),
    status: text('status').notNull(),
    invoiceCount: integer('invoice_count').notNull().default(0),
    total: bigMoney('total').notNull().default('0'),
    /** Of these invoices' totals, what has come. */
    received: bigMoney('received').notNull().default('0'),
  },
  (t) => [primaryKey({ name: 'invoice_totals_pk', columns: [t.businessId, t.currency, t.status] })],
);

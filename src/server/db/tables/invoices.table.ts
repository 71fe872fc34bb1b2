import { sql } from 'drizzle-orm';
import { boolean, check, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { currency, decimal } from './columns.ts';
import type { OwnContent } from './document-columns.ts';
import {
  day,
  documentColumns,
  documentConstraints,
  lineItemsTable,
  numberGiven,
} from './document-columns.ts';
import { owner } from './owned-columns.ts';

const content = {
  invoiceNumber: text('invoice_number').notNull(),
  poNumber: text('po_number'),
  dueDate: day('due_date'),
} satisfies OwnContent<'invoice'>;

export const invoices = pgTable(
  'invoices',
  {
    ...documentColumns(),
    ...content,
    status: text('status', { enum: ['draft', 'sent', 'paid', 'overdue'] })
      .notNull()
      .default('draft'),
    /** What settles it, by what: see `changeLedger`. The rest is due. */
    amountPaid: decimal('amount_paid').notNull().default('0.00'),
    amountAdjusted: decimal('amount_adjusted').notNull().default('0.00'),
    amountWrittenOff: decimal('amount_written_off').notNull().default('0.00'),
    amountDue: decimal('amount_due')
      .notNull()
      .generatedAlwaysAs(sql`total - amount_paid - amount_adjusted - amount_written_off`),
    /** Issued while the business let no issued invoice change: so it stays, whatever it lets later. */
    isFixed: boolean('is_fixed').notNull().default(false),
    stripePaymentIntentId: text('stripe_payment_intent_id'),
    paymentUrl: text('payment_url'),
  },
  (t) => [
    ...documentConstraints('invoices', t),
    check('invoices_status', sql`${t.status} in ('draft', 'sent', 'paid', 'overdue')`),
    check(
      'invoices_settled',
      sql`${t.amountPaid} >= 0 and ${t.amountAdjusted} >= 0 and ${t.amountWrittenOff} >= 0
        and ${t.amountDue} >= 0`,
    ),
    numberGiven('invoices', { ...t, number: t.invoiceNumber }),
    index('invoices_list_by_status')
      .on(t.businessId, t.status, t.issueDate.desc().nullsFirst(), t.id.desc().nullsFirst())
      .where(sql`deleted_at is null`),
    // What is to be paid, by when.
    index('invoices_unpaid')
      .on(t.businessId, t.dueDate, t.id)
      .where(sql`status in ('sent', 'overdue') and deleted_at is null`),
    // What one customer has to pay, by when: an account reads this and not the rows.
    index('invoices_open_by_customer')
      .on(t.businessId, t.customerId, t.currency, t.dueDate, t.amountDue)
      .where(sql`status in ('sent', 'overdue') and deleted_at is null`),
    // Sums by day and customer read this and not the rows.
    index('invoices_sums')
      .on(
        t.businessId,
        t.issueDate,
        t.customerId,
        t.status,
        t.currency,
        t.total,
        t.amountPaid,
        t.amountDue,
      )
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

export const invoiceLineItems = lineItemsTable('invoice', () => invoices);

/** Count and sum of a business's invoices by currency and stored status, kept by `countInSums`. */
export const invoiceTotals = pgTable(
  'invoice_totals',
  {
    businessId: owner(),
    currency: currency().notNull().default('USD'),
    status: text('status').notNull(),
    invoiceCount: integer('invoice_count').notNull().default(0),
    total: decimal('total').notNull().default('0.00'),
    /** Of these invoices' totals, what payments have settled, and what is due. */
    paid: decimal('paid').notNull().default('0.00'),
    due: decimal('due').notNull().default('0.00'),
  },
  (t) => [primaryKey({ name: 'invoice_totals_pk', columns: [t.businessId, t.currency, t.status] })],
);

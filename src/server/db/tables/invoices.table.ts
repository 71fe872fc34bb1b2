import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import type { SetPart } from '../../../shared/credit-notes/creditable.ts';
import type { Deduction, WholeFigures } from '../../../shared/documents/deductions.ts';
import type { ContentValues } from '../../../shared/documents/document-content.ts';
import { INVOICE_TYPES } from '../../../shared/documents/document-content.ts';
import { currency, decimal, reference } from './columns.ts';
import type { OwnContent } from './document-columns.ts';
import {
  day,
  documentColumns,
  documentConstraints,
  installmentsColumn,
  lineItemsTable,
  numberGiven,
} from './document-columns.ts';
import { owner, ownersRecord } from './owned-columns.ts';

const content = {
  invoiceNumber: text('invoice_number').notNull(),
  poNumber: text('po_number'),
  dueDate: day('due_date'),
  installments: installmentsColumn(),
  invoiceType: text('invoice_type', { enum: INVOICE_TYPES }).notNull().default('standard'),
  depositEstimate: jsonb('deposit_estimate').$type<ContentValues<'invoice'>['depositEstimate']>(),
  deductions: jsonb('deductions').$type<Deduction[]>().notNull().default([]),
  whole: jsonb('whole').$type<WholeFigures>(),
} satisfies OwnContent<'invoice'>;

export const invoices = pgTable(
  'invoices',
  {
    ...documentColumns(),
    ...content,
    status: text('status', { enum: ['draft', 'sent', 'paid', 'overdue'] })
      .notNull()
      .default('draft'),
    /** When the first installment is due that is not settled; without a plan, the due date. */
    nextDueDate: day('next_due_date'),
    /** What settles it, by what: see `changeAccount`. The rest is due. */
    amountPaid: decimal('amount_paid').notNull().default('0.00'),
    amountCredited: decimal('amount_credited').notNull().default('0.00'),
    amountAdjusted: decimal('amount_adjusted').notNull().default('0.00'),
    amountWrittenOff: decimal('amount_written_off').notNull().default('0.00'),
    amountDue: decimal('amount_due')
      .notNull()
      .generatedAlwaysAs(
        sql`total - amount_paid - amount_credited - amount_adjusted - amount_written_off`,
      ),
    /** Issued while the business let no issued invoice change: so it stays, whatever it lets later. */
    isFixed: boolean('is_fixed').notNull().default(false),
    /** What `deductions` come to by tax set: what credit notes cannot take of it. */
    deductedParts: jsonb('deducted_parts').$type<SetPart[]>(),
    /** The invoice that it takes the place of, which a credit note took back in the same step. */
    correctsInvoiceId: reference('corrects_invoice_id'),
    stripePaymentIntentId: text('stripe_payment_intent_id'),
    paymentUrl: text('payment_url'),
  },
  (t) => [
    ...documentConstraints('invoices', t),
    ownersRecord('invoices_corrects_invoice', [t.businessId, t.correctsInvoiceId], t),
    // An invoice is corrected once: a correction counts on no trial.
    uniqueIndex('invoices_corrects')
      .on(t.businessId, t.correctsInvoiceId)
      .where(sql`corrects_invoice_id is not null`),
    check('invoices_status', sql`${t.status} in ('draft', 'sent', 'paid', 'overdue')`),
    check(
      'invoices_settled',
      sql`${t.amountPaid} >= 0 and ${t.amountCredited} >= 0 and ${t.amountAdjusted} >= 0
        and ${t.amountWrittenOff} >= 0 and ${t.amountDue} >= 0`,
    ),
    check(
      'invoices_next_due',
      sql`${t.nextDueDate} <= ${t.dueDate}
        and (${t.nextDueDate} = ${t.dueDate} or ${t.installments} <> '[]'::jsonb)`,
    ),
    numberGiven('invoices', { ...t, number: t.invoiceNumber }),
    check(
      'invoices_type',
      sql`${t.invoiceType} in ('standard', 'deposit')
        and (${t.invoiceType} = 'deposit') = (${t.depositEstimate} is not null)`,
    ),
    // A deposit invoice deducts none, and what is deducted is deducted from a whole.
    check(
      'invoices_deductions',
      sql`(${t.whole} is null) = (${t.deductions} = '[]'::jsonb)
        and (${t.whole} is null) = (${t.deductedParts} is null)
        and (${t.invoiceType} = 'standard' or ${t.whole} is null)`,
    ),
    index('invoices_list_by_status')
      .on(t.businessId, t.status, t.issueDate.desc().nullsFirst(), t.id.desc().nullsFirst())
      .where(sql`deleted_at is null`),
    index('invoices_list_by_due')
      .on(t.businessId, t.nextDueDate, t.id)
      .where(sql`deleted_at is null`),
    // What is to be paid, by when.
    index('invoices_unpaid')
      .on(t.businessId, t.nextDueDate, t.id)
      .where(sql`status in ('sent', 'overdue') and deleted_at is null`),
    // Issued and never asked for anything: what counts open invoices leaves these few out.
    index('invoices_nothing_due')
      .on(t.businessId, t.customerId)
      .where(sql`status in ('sent', 'overdue') and amount_due = 0 and deleted_at is null`),
    // Settled, and not by money or credit alone.
    index('invoices_written_off')
      .on(t.businessId, t.issueDate.desc().nullsFirst(), t.id.desc().nullsFirst())
      .where(sql`status = 'paid' and amount_written_off > 0 and deleted_at is null`),
    // What of open invoices is due last, and after a day: plans that are late in part are among them.
    index('invoices_unpaid_by_last_day')
      .on(t.businessId, t.status, t.dueDate)
      .where(sql`status in ('sent', 'overdue') and deleted_at is null`),
    // What one customer has to pay, by when.
    index('invoices_open_by_customer')
      .on(t.businessId, t.customerId, t.currency, t.dueDate, t.amountDue)
      .where(sql`status in ('sent', 'overdue') and deleted_at is null`),
    // What has come for drafts, which owe nothing yet, is credit of the customer.
    index('invoices_settled_drafts')
      .on(t.businessId, t.customerId)
      .where(sql`status = 'draft' and deleted_at is null and amount_paid + amount_credited > 0`),
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
    index('invoices_deleted')
      .on(t.businessId, t.id)
      .where(sql`deleted_at is not null`),
    // For the job that marks what is overdue: looks across owners.
    index('invoices_due')
      .on(t.nextDueDate)
      .where(sql`status = 'sent' and deleted_at is null`),
    // What is overdue by its date, and the job has not marked yet.
    index('invoices_late')
      .on(t.businessId, t.nextDueDate)
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

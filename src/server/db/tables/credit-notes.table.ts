import { sql } from 'drizzle-orm';
import { check, index, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import type { CreditSelection } from '../../../shared/credit-notes/credit-invoice.ts';
import type { CreditedPart } from '../../../shared/credit-notes/creditable.ts';
import type { ContentValues } from '../../../shared/documents/document-content.ts';
import { decimal, reference } from './columns.ts';
import type { OwnContent } from './document-columns.ts';
import {
  documentColumns,
  documentConstraints,
  lineItemsTable,
  numberGiven,
} from './document-columns.ts';
import { invoices } from './invoices.table.ts';
import { ownersRecord } from './owned-columns.ts';

const content = {
  creditNoteNumber: text('credit_note_number').notNull(),
  reason: text('reason'),
  correctedInvoice:
    jsonb('corrected_invoice').$type<ContentValues<'credit_note'>['correctedInvoice']>(),
  convertedTax: decimal('converted_tax'),
} satisfies OwnContent<'credit_note'>;

export const creditNotes = pgTable(
  'credit_notes',
  {
    ...documentColumns(),
    ...content,
    status: text('status', { enum: ['draft', 'issued', 'applied'] })
      .notNull()
      .default('draft'),
    /** Of one that corrects an invoice: which, what was asked for, and what it takes of each line. */
    correctsInvoiceId: reference('corrects_invoice_id'),
    credit: jsonb('credit').$type<CreditSelection>(),
    parts: jsonb('parts').$type<CreditedPart[]>(),
    /** What of it settles invoices (the sum of its rows in `allocations`), and what was paid back. */
    appliedAmount: decimal('applied_amount').notNull().default('0.00'),
    refundedAmount: decimal('refunded_amount').notNull().default('0.00'),
  },
  (t) => [
    ...documentConstraints('credit_notes', t),
    ownersRecord('credit_notes_corrects', [t.businessId, t.correctsInvoiceId], invoices),
    check('credit_notes_status', sql`${t.status} in ('draft', 'issued', 'applied')`),
    numberGiven('credit_notes', { ...t, number: t.creditNoteNumber }),
    check(
      'credit_notes_correction',
      sql`num_nulls(${t.correctsInvoiceId}, ${t.correctedInvoice}, ${t.credit}, ${t.parts}) in (0, 4)`,
    ),
    check(
      'credit_notes_applied',
      sql`${t.appliedAmount} >= 0 and ${t.refundedAmount} >= 0
        and ${t.appliedAmount} + ${t.refundedAmount} <= ${t.total}
        and (${t.status} <> 'draft' or ${t.appliedAmount} + ${t.refundedAmount} = 0)
        and (${t.status} <> 'applied' or ${t.appliedAmount} + ${t.refundedAmount} = ${t.total})`,
    ),
    index('credit_notes_list_by_status')
      .on(t.businessId, t.status, t.issueDate.desc().nullsFirst(), t.id.desc().nullsFirst())
      .where(sql`deleted_at is null`),
    index('credit_notes_of_invoice')
      .on(t.businessId, t.correctsInvoiceId, t.id)
      .where(sql`corrects_invoice_id is not null`),
    // A customer's credit: the few of which something is left.
    index('credit_notes_unapplied')
      .on(t.businessId, t.customerId, t.currency)
      .where(sql`status = 'issued' and total > applied_amount + refunded_amount`),
  ],
);

export const creditNoteLineItems = lineItemsTable('credit_note', () => creditNotes);

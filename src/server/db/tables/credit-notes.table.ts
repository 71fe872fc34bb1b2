import { sql } from 'drizzle-orm';
import { check, index, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import type { CreditSelection } from '../../../shared/credit-notes/credit-invoice.ts';
import type { CreditedPart } from '../../../shared/credit-notes/creditable.ts';
import type { ContentValues } from '../../../shared/documents/document-content.ts';
import { reference } from './columns.ts';
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
    index('credit_notes_list_by_status')
      .on(t.businessId, t.status, t.issueDate.desc().nullsFirst(), t.id.desc().nullsFirst())
      .where(sql`deleted_at is null`),
    index('credit_notes_of_invoice')
      .on(t.businessId, t.correctsInvoiceId, t.id)
      .where(sql`corrects_invoice_id is not null`),
  ],
);

export const creditNoteLineItems = lineItemsTable('credit_note', () => creditNotes);

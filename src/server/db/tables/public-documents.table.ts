import { sql } from 'drizzle-orm';
import { char, check, integer, pgTable, unique } from 'drizzle-orm/pg-core';
import { createdAt, instant, reference } from './columns.ts';
import { owner } from './owned-columns.ts';

/**
 * Public addresses of documents (decision 28): 128 random bits in hex, found without
 * knowing the owner. What is found so cannot refer to what is kept by owner (decision 31): each is
 * written in the transaction that writes its document, and documents are never removed alone.
 */
export const publicDocuments = pgTable(
  'public_documents',
  {
    publicId: char('public_id', { length: 32 }).primaryKey(),
    businessId: owner(),
    /** One of them. */
    invoiceId: reference('invoice_id'),
    estimateId: reference('estimate_id'),
    creditNoteId: reference('credit_note_id'),
    createdAt: createdAt(),
    /** When the customer opened it first, as its event says: lists have it from here. */
    viewedAt: instant('viewed_at'),
    /**
     * How many versions of it were issued: the number of the latest in `document_revisions`. Kept apart
     * from the document, so that a chain that was cut short shows.
     */
    revisions: integer('revisions').notNull().default(0),
  },
  (t) => [
    unique('public_documents_invoice').on(t.businessId, t.invoiceId),
    unique('public_documents_estimate').on(t.businessId, t.estimateId),
    unique('public_documents_credit_note').on(t.businessId, t.creditNoteId),
    check(
      'public_documents_one',
      sql`num_nonnulls(${t.invoiceId}, ${t.estimateId}, ${t.creditNoteId}) = 1`,
    ),
  ],
);

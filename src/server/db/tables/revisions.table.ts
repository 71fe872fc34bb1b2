import { sql } from 'drizzle-orm';
import {
  boolean,
  char,
  check,
  customType,
  foreignKey,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  unique,
} from 'drizzle-orm/pg-core';
import { createdAt, reference } from './columns.ts';
import { creditNotes } from './credit-notes.table.ts';
import { estimates } from './estimates.table.ts';
import { invoices } from './invoices.table.ts';
import { ownedRecord, owner, ownersRecord, recordKey } from './owned-columns.ts';
import { uploads } from './uploads.table.ts';

const bytes = customType<{ data: Buffer }>({ dataType: () => 'bytea' });
const sha256 = (name: string) => char(name, { length: 64 });

/**
 * What documents said when they were issued, and after each change since (decision 38). Rows are only
 * ever added: they go with their document, and with the business.
 */
export const documentRevisions = pgTable(
  'document_revisions',
  {
    ...ownedRecord(),
    /** One of them. */
    invoiceId: reference('invoice_id'),
    estimateId: reference('estimate_id'),
    creditNoteId: reference('credit_note_id'),
    /** From 1, without gaps, for each document. */
    number: integer('number').notNull(),
    /** Canonical JSON (RFC 8785); its bytes are those of the text in UTF-8. */
    body: text('body').notNull(),
    /** SHA-256 of the body's bytes, in hex. */
    sha256: sha256('sha256').notNull(),
    /** That of the revision before it; null of the first. */
    previousSha256: sha256('previous_sha256'),
    /** SHA-256 of the 32 bytes of the hash before it (32 zero bytes for the first) and the body's. */
    hash: sha256('hash').notNull(),
    /** Written at a start from a document that was issued before there were revisions. */
    takenOver: boolean('taken_over').notNull().default(false),
    /** The logo that the body names: its file stays. */
    logoKey: text('logo_key'),
    createdAt: createdAt(),
  },
  (t) => [
    recordKey(t),
    unique('document_revisions_of_invoice').on(t.businessId, t.invoiceId, t.number),
    unique('document_revisions_of_estimate').on(t.businessId, t.estimateId, t.number),
    unique('document_revisions_of_credit_note').on(t.businessId, t.creditNoteId, t.number),
    ownersRecord('document_revisions_invoice', [t.businessId, t.invoiceId], invoices).onDelete(
      'cascade',
    ),
    ownersRecord('document_revisions_estimate', [t.businessId, t.estimateId], estimates).onDelete(
      'cascade',
    ),
    ownersRecord(
      'document_revisions_credit_note',
      [t.businessId, t.creditNoteId],
      creditNotes,
    ).onDelete('cascade'),
    foreignKey({
      name: 'document_revisions_logo',
      columns: [t.businessId, t.logoKey],
      foreignColumns: [uploads.businessId, uploads.key],
    }),
    index('document_revisions_by_logo')
      .on(t.businessId, t.logoKey)
      .where(sql`logo_key is not null`),
    check(
      'document_revisions_one',
      sql`num_nonnulls(${t.invoiceId}, ${t.estimateId}, ${t.creditNoteId}) = 1`,
    ),
    check('document_revisions_number', sql`${t.number} >= 1`),
    check('document_revisions_first', sql`(${t.number} = 1) = (${t.previousSha256} is null)`),
  ],
);

/** Revisions as they were drawn first, and stay. Apart, so that the rows above are small. */
export const revisionPdfs = pgTable(
  'revision_pdfs',
  {
    businessId: owner(),
    revisionId: reference('revision_id').notNull(),
    pdf: bytes('pdf').notNull(),
    /** SHA-256 of the PDF's bytes, in hex. */
    sha256: sha256('sha256').notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ name: 'revision_pdfs_pk', columns: [t.businessId, t.revisionId] }),
    ownersRecord(
      'revision_pdfs_revision',
      [t.businessId, t.revisionId],
      documentRevisions,
    ).onDelete('cascade'),
  ],
);

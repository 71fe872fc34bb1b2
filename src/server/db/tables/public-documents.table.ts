import { sql } from 'drizzle-orm';
import { char, check, foreignKey, pgTable, unique } from 'drizzle-orm/pg-core';
import { businessId, createdAt, reference } from './columns.ts';
import { estimates } from './estimates.table.ts';
import { invoices } from './invoices.table.ts';

/**
 * Public addresses of invoices and estimates (decision 28): 128 random bits in hex, found without
 * knowing the owner.
 */
export const publicDocuments = pgTable(
  'public_documents',
  {
    publicId: char('public_id', { length: 32 }).primaryKey(),
    businessId: businessId(),
    /** One of the two. */
    invoiceId: reference('invoice_id'),
    estimateId: reference('estimate_id'),
    createdAt: createdAt(),
  },
  (t) => [
    unique('public_documents_invoice').on(t.businessId, t.invoiceId),
    unique('public_documents_estimate').on(t.businessId, t.estimateId),
    foreignKey({
      name: 'public_documents_of_invoice',
      columns: [t.businessId, t.invoiceId],
      foreignColumns: [invoices.businessId, invoices.id],
    }).onDelete('cascade'),
    foreignKey({
      name: 'public_documents_of_estimate',
      columns: [t.businessId, t.estimateId],
      foreignColumns: [estimates.businessId, estimates.id],
    }).onDelete('cascade'),
    check('public_documents_one', sql`num_nonnulls(${t.invoiceId}, ${t.estimateId}) = 1`),
  ],
);

import { sql } from 'drizzle-orm';
import { char, check, date, index, pgTable, text } from 'drizzle-orm/pg-core';
import { INVOICED_ENTRY_TYPES } from '../../../shared/payments/ledger-entry.ts';
import type { TaxCategory } from '../../../shared/taxes/tax.ts';
import { businessId, createdAt, currency, decimal, recordId, reference } from './columns.ts';
import { creditNotes } from './credit-notes.table.ts';
import { customers } from './customers.table.ts';
import { invoices } from './invoices.table.ts';
import { ownersRecord, recordKey } from './owned-columns.ts';

/**
 * By how much a document changed what its business owes of each tax, beside the entries in the account
 * of the customer. Rows are never changed: what a change takes back is a row below zero. A document
 * without any tax has one row without a name, for its base.
 */
export const taxEntries = pgTable(
  'tax_entries',
  {
    businessId: businessId(),
    id: recordId(),
    customerId: reference('customer_id').notNull(),
    type: text('type', { enum: [...INVOICED_ENTRY_TYPES, 'credited'] }).notNull(),
    /** The invoice; of a credit note, the one that it corrects. */
    invoiceId: reference('invoice_id'),
    creditNoteId: reference('credit_note_id'),
    name: text('name').notNull(),
    rate: decimal('rate').notNull(),
    category: text('category').$type<TaxCategory>(),
    /** Whose tax it is, by its ISO 3166-1 code; null: of the business's country. */
    country: char('country', { length: 2 }),
    currency: currency().notNull(),
    base: decimal('base').notNull(),
    amount: decimal('amount').notNull(),
    /** The same in the business's currency, by the document's exchange rate: as the document shows it. */
    taxCurrency: char('tax_currency', { length: 3 }).notNull(),
    taxBase: decimal('tax_base').notNull(),
    taxAmount: decimal('tax_amount').notNull(),
    /** When it happened, as the entry in the account has it. */
    entryDate: date('entry_date', { mode: 'string' }).notNull(),
    /** The period that it belongs to: the tax point, or the day of the change where that is later. */
    taxDate: date('tax_date', { mode: 'string' }).notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    recordKey(t),
    ownersRecord('tax_entries_customer', [t.businessId, t.customerId], customers).onDelete(
      'cascade',
    ),
    ownersRecord('tax_entries_invoice', [t.businessId, t.invoiceId], invoices).onDelete('cascade'),
    ownersRecord('tax_entries_credit_note', [t.businessId, t.creditNoteId], creditNotes).onDelete(
      'cascade',
    ),
    // A period's taxes read this and not the rows.
    index('tax_entries_sums').on(
      t.businessId,
      t.taxDate,
      t.taxCurrency,
      t.name,
      t.rate,
      t.category,
      t.country,
      t.taxBase,
      t.taxAmount,
    ),
    // What of a period's turnover is tax.
    index('tax_entries_by_day').on(
      t.businessId,
      t.entryDate,
      t.currency,
      t.amount,
      t.customerId,
      t.invoiceId,
    ),
    index('tax_entries_by_invoice').on(t.businessId, t.invoiceId),
    index('tax_entries_by_credit_note')
      .on(t.businessId, t.creditNoteId)
      .where(sql`credit_note_id is not null`),
    check(
      'tax_entries_type',
      sql`${t.type} in (${sql.raw([...INVOICED_ENTRY_TYPES, 'credited'].map((type) => `'${type}'`).join(', '))})`,
    ),
  ],
);

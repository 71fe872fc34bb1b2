import { sql } from 'drizzle-orm';
import { boolean, check, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { businessId, currency, decimal, reference, sortKeyText } from './columns.ts';
import {
  keptRecord,
  ownedRecord,
  ownersRecord,
  postalAddress,
  recordKey,
} from './owned-columns.ts';

export const customers = pgTable(
  'customers',
  {
    ...ownedRecord(),
    name: text('name').notNull(),
    company: text('company'),
    email: text('email'),
    phone: text('phone'),
    ...postalAddress(),
    /** Of new documents; the business's where there is none. */
    currency: currency(),
    vatId: text('vat_id'),
    /** How the customer is taxed, where not as others are, and why. */
    taxCategory: text('tax_category', { enum: ['E', 'AE', 'K', 'G', 'O'] }),
    taxExemptionReason: text('tax_exemption_reason'),
    /** The name's place in the alphabet of the business's country: the order of the list. */
    sortName: sortKeyText('sort_name').notNull().default(''),
    /** Whether no reminder of what is due goes to this customer by itself. */
    neverRemind: boolean('never_remind').notNull().default(false),
    /** For the business alone: no document shows them. */
    notes: text('notes'),
    /**
     * The customer that this one is the same as. It has left the lists as a deleted one has, and what
     * is its own is read as the other's. Never one that was merged itself.
     */
    mergedIntoId: reference('merged_into_id'),
    ...keptRecord(),
  },
  (t) => [
    recordKey(t),
    ownersRecord('customers_merged_into', [t.businessId, t.mergedIntoId], t),
    check(
      'customers_merged',
      sql`${t.mergedIntoId} <> ${t.id} and ${t.deletedAt} is not null or ${t.mergedIntoId} is null`,
    ),
    index('customers_merged')
      .on(t.businessId, t.mergedIntoId)
      .where(sql`merged_into_id is not null`),
    check('customers_name', sql`${t.name} <> ''`),
    check('customers_tax_category', sql`${t.taxCategory} in ('E', 'AE', 'K', 'G', 'O')`),
    index('customers_list')
      .on(t.businessId, t.sortName, t.id)
      .where(sql`deleted_at is null`),
    // Whose address somebody has typed who asks for a link to the portal.
    index('customers_by_email')
      .on(t.businessId, sql`lower(email)`)
      .where(sql`deleted_at is null and email is not null`),
    // Who has a VAT ID already that is being typed.
    index('customers_by_vat_id')
      .on(t.businessId, t.vatId)
      .where(sql`deleted_at is null and vat_id is not null`),
    index('customers_search')
      .using('gin', t.businessId, sql`search_text gin_trgm_ops`)
      .where(sql`deleted_at is null`),
  ],
);

/**
 * What an owner's invoices add up to, for each customer and status, kept by `countInSums`
 * in the same transaction, so that a list of 100,000 need not be summed to be opened.
 */
export const customerInvoiceTotals = pgTable(
  'customer_invoice_totals',
  {
    businessId: businessId(),
    customerId: reference('customer_id').notNull(),
    currency: currency().notNull().default('USD'),
    status: text('status').notNull(),
    invoiceCount: integer('invoice_count').notNull().default(0),
    total: decimal('total').notNull().default('0.00'),
    /** Of these invoices' totals, what payments have settled, and what is due. */
    paid: decimal('paid').notNull().default('0.00'),
    due: decimal('due').notNull().default('0.00'),
  },
  (t) => [
    primaryKey({
      name: 'customer_invoice_totals_pk',
      columns: [t.businessId, t.customerId, t.currency, t.status],
    }),
    ownersRecord(
      'customer_invoice_totals_customer',
      [t.businessId, t.customerId],
      customers,
    ).onDelete('cascade'),
  ],
);

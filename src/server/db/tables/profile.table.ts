import { sql } from 'drizzle-orm';
import {
  boolean,
  char,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  unique,
} from 'drizzle-orm/pg-core';
import type { EditorColumn } from '../../../shared/documents/editor-columns.ts';
import { ISSUED_INVOICES } from '../../../shared/documents/number-series/issued-invoices.ts';
import { ON_ACCEPTANCE } from '../../../shared/estimates/on-acceptance.ts';
import type { RoundedTotal } from '../../../shared/money/rounding-increment.ts';
import { createdAt, currency, instant, updatedAt, version } from './columns.ts';
import { ownedRecord, owner, postalAddress, recordKey } from './owned-columns.ts';

/** The business that stands on an owner's documents. One for each owner. */
export const businessProfiles = pgTable(
  'business_profiles',
  {
    ...ownedRecord(),
    businessName: text('business_name').notNull(),
    contactName: text('contact_name'),
    email: text('email'),
    phone: text('phone'),
    ...postalAddress(),
    website: text('website'),
    logoUrl: text('logo_url'),
    taxNumber: text('tax_number'),
    vatId: text('vat_id'),
    /** Of new documents, items and expenses, and of figures that stand for all. */
    currency: currency().notNull().default('USD'),
    /** What new documents begin with. */
    pricesIncludeTax: boolean('prices_include_tax').notNull().default(false),
    /** What totals of new documents are rounded to, in currencies that the business has said it of. */
    roundedTotals: jsonb('rounded_totals').$type<RoundedTotal[]>().notNull().default([]),
    /** Whether customers may pay an amount of their choice online. */
    allowPartialPayments: boolean('allow_partial_payments').notNull().default(false),
    offerAutomaticPayment: boolean('offer_automatic_payment').notNull().default(false),
    /** What may be done to an issued invoice: change it as a new version, or nothing but correct it. */
    issuedInvoices: text('issued_invoices', { enum: ISSUED_INVOICES }).notNull().default('revise'),
    /** When its owner decided about that; until then the first issue asks, where the country does. */
    issuedInvoicesChosenAt: instant('issued_invoices_chosen_at'),
    /** Columns of the editor that the owner has switched on. */
    editorColumns: jsonb('editor_columns').$type<EditorColumn[]>().notNull().default([]),
    /** What new documents begin with; null is what the product has. */
    invoiceDueDays: integer('invoice_due_days'),
    invoiceNotes: text('invoice_notes'),
    invoiceTerms: text('invoice_terms'),
    estimateExpiryDays: integer('estimate_expiry_days'),
    estimateNotes: text('estimate_notes'),
    estimateTerms: text('estimate_terms'),
    /** What is made when a customer accepts an estimate online. */
    onAcceptance: text('on_acceptance', { enum: ON_ACCEPTANCE }).notNull().default('draft'),
    timeZone: text('time_zone').notNull().default('UTC'),
    pdfTheme: text('pdf_theme', { enum: ['classic', 'modern', 'elegant', 'minimal', 'creative'] })
      .notNull()
      .default('classic'),
    pdfPrimaryColor: text('pdf_primary_color').notNull().default('#333333'),
    pdfAccentColor: text('pdf_accent_color').notNull().default('#0079F2'),
    /** Provider credentials are ciphertext (decision 6). */
    stripePublishableKey: text('stripe_publishable_key'),
    stripeSecretKey: text('stripe_secret_key'),
    stripeAccountStatus: text('stripe_account_status', {
      enum: ['not_connected', 'unchecked', 'connected', 'invalid'],
    })
      .notNull()
      .default('not_connected'),
    stripeAccountDetail: text('stripe_account_detail'),
    paypalClientId: text('paypal_client_id'),
    paypalClientSecret: text('paypal_client_secret'),
    paypalEmail: text('paypal_email'),
    paypalAccountStatus: text('paypal_account_status', {
      enum: ['not_connected', 'unchecked', 'connected', 'invalid'],
    })
      .notNull()
      .default('not_connected'),
    paypalAccountDetail: text('paypal_account_detail'),
    /** When the keys were last tried; a job tries them again each day. */
    paymentKeysCheckedAt: instant('payment_keys_checked_at'),
    preferredPaymentMethod: text('preferred_payment_method', {
      enum: ['stripe', 'paypal', 'both'],
    })
      .notNull()
      .default('stripe'),
    /** When its owner saved it first; null while it is only prefilled. */
    savedAt: instant('saved_at'),
    version: version(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    recordKey(t),
    unique('business_profiles_one_each').on(t.businessId),
    // For the job that tries keys again: looks across owners.
    index('business_profiles_keys_checked')
      .on(t.paymentKeysCheckedAt)
      .where(sql`payment_keys_checked_at is not null`),
    check('business_profiles_name', sql`${t.businessName} <> ''`),
    check(
      'business_profiles_theme',
      sql`${t.pdfTheme} in ('classic', 'modern', 'elegant', 'minimal', 'creative')`,
    ),
    check(
      'business_profiles_on_acceptance',
      sql`${t.onAcceptance} in ('nothing', 'draft', 'send')`,
    ),
    check('business_profiles_issued_invoices', sql`${t.issuedInvoices} in ('revise', 'fixed')`),
    check(
      'business_profiles_default_days',
      sql`${t.invoiceDueDays} between 0 and 3650 and ${t.estimateExpiryDays} between 0 and 3650`,
    ),
    check('business_profiles_primary', sql`${t.pdfPrimaryColor} ~ '^#[0-9a-fA-F]{6}$'`),
    check('business_profiles_accent', sql`${t.pdfAccentColor} ~ '^#[0-9a-fA-F]{6}$'`),
    check(
      'business_profiles_preferred',
      sql`${t.preferredPaymentMethod} in ('stripe', 'paypal', 'both')`,
    ),
  ],
);

/** Addresses that providers send a business's events to: a random token finds the owner. */
export const webhookEndpoints = pgTable(
  'webhook_endpoints',
  {
    token: char('token', { length: 32 }).primaryKey(),
    businessId: owner(),
    provider: text('provider', { enum: ['stripe', 'paypal'] }).notNull(),
    /** The provider's name for the endpoint; null while it is made by hand or not at all. */
    providerId: text('provider_id'),
    /** Where the provider was told to send them. */
    url: text('url'),
    /** Ciphertext of what signs deliveries. */
    secret: text('secret'),
    createdAt: createdAt(),
  },
  (t) => [
    unique('webhook_endpoints_one_each').on(t.businessId, t.provider),
    check('webhook_endpoints_provider', sql`${t.provider} in ('stripe', 'paypal')`),
  ],
);

/**
 * Credentials that an owner has replaced or removed, while checkouts made with them may still bring
 * money: sealed, used to end those checkouts or to learn what came of them, and then deleted.
 */
export const retiredPaymentKeys = pgTable(
  'retired_payment_keys',
  {
    businessId: owner(),
    provider: text('provider', { enum: ['stripe', 'paypal'] }).notNull(),
    account: text('account').notNull(),
    sealed: text('sealed').notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.businessId, t.provider, t.account] }),
    index('retired_payment_keys_age').on(t.createdAt),
    check('retired_payment_keys_provider', sql`${t.provider} in ('stripe', 'paypal')`),
  ],
);

import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import {
  businessId,
  createdAt,
  currency,
  decimal,
  instant,
  recordId,
  reference,
  updatedAt,
} from './columns.ts';
import { invoices } from './invoices.table.ts';
import { owner, ownersRecord, recordKey } from './owned-columns.ts';

/** Hosted checkouts that were made for an invoice: one row for each attempt. */
export const checkouts = pgTable(
  'checkouts',
  {
    businessId: businessId(),
    id: recordId(),
    invoiceId: reference('invoice_id').notNull(),
    provider: text('provider', { enum: ['stripe', 'paypal'] }).notNull(),
    /** Ours: makes the provider's answer the same however often a checkout is asked for. */
    key: uuid('key').notNull(),
    /** Which of the business's accounts it stands in: a fingerprint of its credentials. */
    account: text('account').notNull(),
    /** The provider's name for it; null while it is being made. */
    providerId: text('provider_id'),
    /**
     * What of the invoice it asks for, and so how long it fits: all that is due, what is due next of a
     * plan, or a part that the payer chose.
     */
    pays: text('pays', { enum: ['balance', 'installment', 'part'] })
      .notNull()
      .default('balance'),
    /** What that was when it was made. */
    amount: decimal('amount').notNull(),
    currency: currency().notNull(),
    status: text('status', {
      enum: ['creating', 'open', 'capturing', 'processing', 'paid', 'failed', 'expired', 'review'],
    })
      .notNull()
      .default('creating'),
    url: text('url'),
    /** Why the provider would not make it. */
    refusal: text('refusal'),
    livemode: boolean('livemode').notNull().default(false),
    expiresAt: instant('expires_at'),
    /** When the job is to ask the provider; null once nothing more can come of it. */
    nextCheckAt: instant('next_check_at'),
    checks: integer('checks').notNull().default(0),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    recordKey(t),
    unique('checkouts_key').on(t.businessId, t.key),
    unique('checkouts_of_provider').on(t.businessId, t.provider, t.providerId),
    ownersRecord('checkouts_invoice', [t.businessId, t.invoiceId], invoices).onDelete('cascade'),
    // Two clicks, two tabs: one checkout that can be paid at a time for each provider.
    uniqueIndex('checkouts_one_open')
      .on(t.businessId, t.invoiceId, t.provider)
      .where(sql`status in ('creating', 'open')`),
    index('checkouts_of_invoice').on(t.businessId, t.invoiceId, t.id),
    // For the job that asks what became of them: looks across owners.
    index('checkouts_to_check')
      .on(t.nextCheckAt)
      .where(sql`next_check_at is not null`),
    check('checkouts_provider', sql`${t.provider} in ('stripe', 'paypal')`),
    check(
      'checkouts_status',
      sql`${t.status} in ('creating', 'open', 'capturing', 'processing', 'paid', 'failed', 'expired', 'review')`,
    ),
    check('checkouts_pays', sql`${t.pays} in ('balance', 'installment', 'part')`),
    check('checkouts_amount', sql`${t.amount} > 0`),
  ],
);

/** Events that have had their effect: written with it, so that a second delivery has none. */
export const providerEvents = pgTable(
  'provider_events',
  {
    businessId: owner(),
    provider: text('provider', { enum: ['stripe', 'paypal', 'platform'] }).notNull(),
    eventId: text('event_id').notNull(),
    type: text('type').notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.businessId, t.provider, t.eventId] }),
    index('provider_events_age').on(t.createdAt),
  ],
);

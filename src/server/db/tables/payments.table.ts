import { sql } from 'drizzle-orm';
import {
  boolean,
  char,
  check,
  date,
  foreignKey,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { businesses } from './businesses.table.ts';
import {
  businessId,
  createdAt,
  instant,
  money,
  recordId,
  reference,
  updatedAt,
} from './columns.ts';
import { invoices } from './invoices.table.ts';

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
    /** What was due when it was made. */
    amount: money('amount').notNull(),
    currency: char('currency', { length: 3 }).notNull(),
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
    primaryKey({ columns: [t.businessId, t.id] }),
    unique('checkouts_key').on(t.businessId, t.key),
    unique('checkouts_of_provider').on(t.businessId, t.provider, t.providerId),
    foreignKey({
      name: 'checkouts_invoice',
      columns: [t.businessId, t.invoiceId],
      foreignColumns: [invoices.businessId, invoices.id],
    }).onDelete('cascade'),
    // Two clicks, two tabs: one checkout that can be paid at a time for each provider.
    uniqueIndex('checkouts_one_open')
      .on(t.businessId, t.invoiceId, t.provider)
      .where(sql`status in ('creating', 'open')`),
    index('checkouts_of_invoice').on(t.businessId, t.invoiceId, t.id),
    // For the job that asks what became of them: looks across owners.
    index('checkouts_to_check').on(t.nextCheckAt).where(sql`next_check_at is not null`),
    check('checkouts_provider', sql`${t.provider} in ('stripe', 'paypal')`),
    check(
      'checkouts_status',
      sql`${t.status} in ('creating', 'open', 'capturing', 'processing', 'paid', 'failed', 'expired', 'review')`,
    ),
    check('checkouts_amount', sql`${t.amount} > 0`),
  ],
);

export const payments = pgTable(
  'payments',
  {
    businessId: businessId(),
    id: recordId(),
    invoiceId: reference('invoice_id').notNull(),
    checkoutId: reference('checkout_id'),
    amount: money('amount').notNull(),
    currency: char('currency', { length: 3 }).notNull().default('USD'),
    paymentDate: date('payment_date', { mode: 'string' }).notNull(),
    paymentMethod: text('payment_method', {
      enum: ['cash', 'check', 'card', 'bank_transfer', 'other'],
    }),
    /** Null for a payment recorded by hand. */
    provider: text('provider', { enum: ['stripe', 'paypal'] }),
    /** Stripe: payment intent; PayPal: capture. */
    providerPaymentId: text('provider_payment_id'),
    stripePaymentIntentId: text('stripe_payment_intent_id'),
    stripeChargeId: text('stripe_charge_id'),
    /** 'Visa ending 4242'. */
    methodDetail: text('method_detail'),
    receiptUrl: text('receipt_url'),
    /** What the provider says has been given back. */
    refundedAmount: money('refunded_amount').notNull().default('0'),
    /** Of that, what the owner says is owed again: the invoice was set back by hand. */
    stillOwedAmount: money('still_owed_amount').notNull().default('0'),
    dispute: text('dispute', { enum: ['none', 'open', 'won', 'lost'] })
      .notNull()
      .default('none'),
    status: text('status', {
      enum: ['pending', 'completed', 'failed', 'reversed', 'refunded', 'review'],
    })
      .notNull()
      .default('pending'),
    notes: text('notes'),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.businessId, t.id] }),
    foreignKey({
      name: 'payments_invoice',
      columns: [t.businessId, t.invoiceId],
      foreignColumns: [invoices.businessId, invoices.id],
    }).onDelete('cascade'),
    foreignKey({
      name: 'payments_checkout',
      columns: [t.businessId, t.checkoutId],
      foreignColumns: [checkouts.businessId, checkouts.id],
    }),
    // One payment of a provider is one row, whoever tells of it and however often.
    unique('payments_of_provider').on(t.businessId, t.provider, t.providerPaymentId),
    index('payments_by_invoice').on(t.businessId, t.invoiceId, t.id),
    // Sums by day read this and not the rows.
    index('payments_sums')
      .on(t.businessId, t.paymentDate, t.invoiceId, t.amount, t.refundedAmount)
      .where(sql`status = 'completed'`),
    index('payments_by_checkout').on(t.businessId, t.checkoutId),
    check('payments_amount', sql`${t.amount} >= 0`),
    check(
      'payments_method',
      sql`${t.paymentMethod} in ('cash', 'check', 'card', 'bank_transfer', 'other')`,
    ),
    check(
      'payments_status',
      sql`${t.status} in ('pending', 'completed', 'failed', 'reversed', 'refunded', 'review')`,
    ),
    check('payments_provider', sql`${t.provider} in ('stripe', 'paypal')`),
    check('payments_dispute', sql`${t.dispute} in ('none', 'open', 'won', 'lost')`),
    check(
      'payments_refunded',
      sql`${t.refundedAmount} >= 0 and ${t.refundedAmount} <= ${t.amount}`,
    ),
    check(
      'payments_still_owed',
      sql`${t.stillOwedAmount} >= 0 and ${t.stillOwedAmount} <= ${t.amount}`,
    ),
  ],
);

/** Refunds that an owner asked for here. What the provider says of a payment stands on the payment. */
export const refunds = pgTable(
  'refunds',
  {
    businessId: businessId(),
    id: recordId(),
    paymentId: reference('payment_id').notNull(),
    /** Ours: a repeated request is the same refund. */
    key: uuid('key').notNull(),
    providerId: text('provider_id'),
    amount: money('amount').notNull(),
    status: text('status', { enum: ['pending', 'succeeded', 'failed'] })
      .notNull()
      .default('pending'),
    reason: text('reason'),
    /** When the job is to ask again; null once it has ended. */
    nextCheckAt: instant('next_check_at'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    primaryKey({ columns: [t.businessId, t.id] }),
    unique('refunds_key').on(t.businessId, t.key),
    foreignKey({
      name: 'refunds_payment',
      columns: [t.businessId, t.paymentId],
      foreignColumns: [payments.businessId, payments.id],
    }).onDelete('cascade'),
    index('refunds_of_payment').on(t.businessId, t.paymentId, t.id),
    index('refunds_to_check').on(t.nextCheckAt).where(sql`next_check_at is not null`),
    check('refunds_amount', sql`${t.amount} > 0`),
    check('refunds_status', sql`${t.status} in ('pending', 'succeeded', 'failed')`),
  ],
);

/**
 * Credentials that an owner has replaced or removed, while checkouts made with them may still bring
 * money: sealed, used to end those checkouts or to learn what came of them, and then deleted.
 */
export const retiredPaymentKeys = pgTable(
  'retired_payment_keys',
  {
    businessId: businessId().references(() => businesses.id, { onDelete: 'cascade' }),
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

/** Addresses that providers send a business's events to: a random token finds the owner. */
export const webhookEndpoints = pgTable(
  'webhook_endpoints',
  {
    token: char('token', { length: 32 }).primaryKey(),
    businessId: businessId().references(() => businesses.id, { onDelete: 'cascade' }),
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

/** Events that have had their effect: written with it, so that a second delivery has none. */
export const providerEvents = pgTable(
  'provider_events',
  {
    businessId: businessId().references(() => businesses.id, { onDelete: 'cascade' }),
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

/**
 * An account's subscription to Remit, as the provider last told it. Its names at the provider stand
 * on `users`.
 */
export const subscriptions = pgTable(
  'subscriptions',
  {
    businessId: businessId()
      .primaryKey()
      .references(() => businesses.id, { onDelete: 'cascade' }),
    /** The provider's own word: incomplete, active, past_due, canceled … */
    providerStatus: text('provider_status'),
    plan: text('plan', { enum: ['monthly', 'yearly'] }),
    currentPeriodEnd: instant('current_period_end'),
    cancelAtPeriodEnd: boolean('cancel_at_period_end').notNull().default(false),
    /** Counts purchases: part of the provider's idempotency key. */
    attempt: integer('attempt').notNull().default(0),
    /** Readings are numbered when they begin; one that began earlier never overwrites a later one. */
    readsBegun: integer('reads_begun').notNull().default(0),
    readApplied: integer('read_applied').notNull().default(0),
    nextCheckAt: instant('next_check_at'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    index('subscriptions_to_check').on(t.nextCheckAt).where(sql`next_check_at is not null`),
    check('subscriptions_plan', sql`${t.plan} in ('monthly', 'yearly')`),
  ],
);

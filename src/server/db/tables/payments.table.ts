import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  date,
  index,
  integer,
  jsonb,
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
import { customers } from './customers.table.ts';
import { invoices } from './invoices.table.ts';
import { ownedRecord, owner, ownersRecord, recordKey } from './owned-columns.ts';

/** Hosted checkouts that were made for an invoice, or for several: one row for each attempt. */
export const checkouts = pgTable(
  'checkouts',
  {
    businessId: businessId(),
    id: recordId(),
    /** Of several invoices the first; `checkout_parts` has all of them. */
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
     * plan, a part that the payer chose, or all that is due of several invoices.
     */
    pays: text('pays', { enum: ['balance', 'installment', 'part', 'several'] })
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
    /** What the payer agreed to with it: that the card is charged again. */
    agreement: jsonb('agreement').$type<PaymentAgreement>(),
    /** Whose card it charges by itself; null of one that a payer opens. */
    mandateId: reference('mandate_id'),
    /** Who pays several invoices; null of one invoice, which says it, and of what is older than this column. */
    payerId: reference('payer_id'),
    /**
     * Who asked for it: a browser, or the owner. Others' asks leave it alone. Null of a saved card's, and of
     * what is older than this column, which nobody else ends either.
     */
    visitor: text('visitor'),
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
    ownersRecord('checkouts_payer', [t.businessId, t.payerId], customers),
    // Two clicks, two tabs: one checkout that somebody can pay at a time for each provider.
    uniqueIndex('checkouts_one_open')
      .on(t.businessId, t.invoiceId, t.provider, t.visitor)
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
    check('checkouts_pays', sql`${t.pays} in ('balance', 'installment', 'part', 'several')`),
    check('checkouts_amount', sql`${t.amount} > 0`),
  ],
);

/**
 * The invoices of a checkout that pays several, and how much each asked for when it was made. They are
 * written with the checkout and never change.
 */
export const checkoutParts = pgTable(
  'checkout_parts',
  {
    businessId: businessId(),
    checkoutId: reference('checkout_id').notNull(),
    invoiceId: reference('invoice_id').notNull(),
    /** In the checkout's currency. */
    amount: decimal('amount').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.businessId, t.checkoutId, t.invoiceId] }),
    ownersRecord('checkout_parts_checkout', [t.businessId, t.checkoutId], checkouts).onDelete(
      'cascade',
    ),
    ownersRecord('checkout_parts_invoice', [t.businessId, t.invoiceId], invoices).onDelete(
      'cascade',
    ),
    index('checkout_parts_of_invoice').on(t.businessId, t.invoiceId, t.checkoutId),
    check('checkout_parts_amount', sql`${t.amount} > 0`),
  ],
);

/** What a payer agreed to, word for word, when and from where. */
export interface PaymentAgreement {
  text: string;
  agreedAt: string;
  ipAddress: string;
  userAgent: string | null;
}

/** Customers' agreements that their saved cards are charged for following invoices. */
export const paymentMandates = pgTable(
  'payment_mandates',
  {
    ...ownedRecord(),
    customerId: reference('customer_id').notNull(),
    /** The account that the card is saved in, and the provider's names for payer and card. */
    account: text('account').notNull(),
    providerCustomer: text('provider_customer').notNull(),
    providerMethod: text('provider_method').notNull(),
    brand: text('brand').notNull(),
    last4: text('last4').notNull(),
    expiresMonth: integer('expires_month').notNull(),
    expiresYear: integer('expires_year').notNull(),
    agreement: jsonb('agreement').$type<PaymentAgreement>().notNull(),
    agreedAt: instant('agreed_at').notNull(),
    /** Since when the card is refused for good, or wants its owner. */
    refusedAt: instant('refused_at'),
    endedAt: instant('ended_at'),
    endedBy: text('ended_by', { enum: ['customer', 'owner', 'replaced'] }),
    createdAt: createdAt(),
  },
  (t) => [
    recordKey(t),
    ownersRecord('payment_mandates_customer', [t.businessId, t.customerId], customers),
    uniqueIndex('payment_mandates_active')
      .on(t.businessId, t.customerId)
      .where(sql`ended_at is null`),
    check('payment_mandates_ended', sql`(${t.endedAt} is null) = (${t.endedBy} is null)`),
    check('payment_mandates_ended_by', sql`${t.endedBy} in ('customer', 'owner', 'replaced')`),
  ],
);

/** Other cards that customers have begun to put in the place of the agreed one. */
export const cardChanges = pgTable(
  'card_changes',
  {
    ...ownedRecord(),
    customerId: reference('customer_id').notNull(),
    /** The agreement whose card it is to replace. */
    mandateId: reference('mandate_id').notNull(),
    /** The account that the card is saved in. */
    account: text('account').notNull(),
    /** Ours: makes the provider's answer the same however often it is asked. */
    key: uuid('key').notNull(),
    /** The provider's name for it; null while it is being made. */
    providerId: text('provider_id'),
    agreement: jsonb('agreement').$type<PaymentAgreement>().notNull(),
    status: text('status', { enum: ['open', 'done', 'ended'] })
      .notNull()
      .default('open'),
    createdAt: createdAt(),
  },
  (t) => [
    recordKey(t),
    unique('card_changes_of_provider').on(t.businessId, t.providerId),
    ownersRecord('card_changes_mandate', [t.businessId, t.mandateId], paymentMandates),
    index('card_changes_open')
      .on(t.businessId, t.customerId)
      .where(sql`status = 'open'`),
    check('card_changes_status', sql`${t.status} in ('open', 'done', 'ended')`),
  ],
);

/** Charges of saved cards: one row for each attempt at what was due on a day. */
export const automaticCharges = pgTable(
  'automatic_charges',
  {
    businessId: businessId(),
    invoiceId: reference('invoice_id').notNull(),
    /** The day by which it was due. */
    dueDate: date('due_date', { mode: 'string' }).notNull(),
    attempt: integer('attempt').notNull(),
    mandateId: reference('mandate_id').notNull(),
    checkoutId: reference('checkout_id').notNull(),
    status: text('status', { enum: ['charging', 'paid', 'failed', 'dropped'] }).notNull(),
    /** When it is tried again; null where it is not. */
    nextAttemptAt: instant('next_attempt_at'),
    declineCode: text('decline_code'),
    /** Its owner asked for it at once, and not the job on its day. */
    isByHand: boolean('is_by_hand').notNull().default(false),
    /** By the database's clock, as that of payments, which it is compared with. */
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.businessId, t.invoiceId, t.dueDate, t.attempt] }),
    ownersRecord('automatic_charges_invoice', [t.businessId, t.invoiceId], invoices).onDelete(
      'cascade',
    ),
    ownersRecord('automatic_charges_mandate', [t.businessId, t.mandateId], paymentMandates),
    unique('automatic_charges_checkout').on(t.businessId, t.checkoutId),
    check(
      'automatic_charges_status',
      sql`${t.status} in ('charging', 'paid', 'failed', 'dropped')`,
    ),
    check('automatic_charges_attempt', sql`${t.attempt} >= 1`),
    index('automatic_charges_declined')
      .on(t.businessId, t.mandateId, t.createdAt)
      .where(sql`status = 'failed'`),
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

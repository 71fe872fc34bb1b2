import { sql } from 'drizzle-orm';
import { check, date, index, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core';
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
import { ownersRecord, recordKey } from './owned-columns.ts';
import { checkouts } from './payments.table.ts';

export const payments = pgTable(
  'payments',
  {
    businessId: businessId(),
    id: recordId(),
    invoiceId: reference('invoice_id').notNull(),
    checkoutId: reference('checkout_id'),
    amount: decimal('amount').notNull(),
    currency: currency().notNull().default('USD'),
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
    refundedAmount: decimal('refunded_amount').notNull().default('0.00'),
    /** Of that, what the owner says is owed again: the invoice was set back by hand. */
    stillOwedAmount: decimal('still_owed_amount').notNull().default('0.00'),
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
    recordKey(t),
    ownersRecord('payments_invoice', [t.businessId, t.invoiceId], invoices).onDelete('cascade'),
    ownersRecord('payments_checkout', [t.businessId, t.checkoutId], checkouts),
    // One payment of a provider is one row, whoever tells of it and however often.
    unique('payments_of_provider').on(t.businessId, t.provider, t.providerPaymentId),
    index('payments_by_invoice').on(t.businessId, t.invoiceId, t.id),
    // Sums by day read this and not the rows.
    index('payments_sums')
      .on(t.businessId, t.paymentDate, t.invoiceId, t.currency, t.amount, t.refundedAmount)
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
    amount: decimal('amount').notNull(),
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
    recordKey(t),
    unique('refunds_key').on(t.businessId, t.key),
    ownersRecord('refunds_payment', [t.businessId, t.paymentId], payments).onDelete('cascade'),
    index('refunds_of_payment').on(t.businessId, t.paymentId, t.id),
    index('refunds_to_check').on(t.nextCheckAt).where(sql`next_check_at is not null`),
    check('refunds_amount', sql`${t.amount} > 0`),
    check('refunds_status', sql`${t.status} in ('pending', 'succeeded', 'failed')`),
  ],
);

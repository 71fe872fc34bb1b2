import { sql } from 'drizzle-orm';
import { boolean, check, date, index, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core';
import { PAYMENT_METHODS } from '../../../shared/invoices/invoice-status.ts';
import { LEDGER_ENTRY_TYPES } from '../../../shared/payments/ledger-entry.ts';
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
import { creditNotes } from './credit-notes.table.ts';
import { customers } from './customers.table.ts';
import { invoices } from './invoices.table.ts';
import { ownersRecord, recordKey } from './owned-columns.ts';
import { checkouts } from './payments.table.ts';

/**
 * Money that came from a customer. What it was, and who brought it, never changes; what became of it
 * stands in its status, in what was given back and in what is allocated. Each change of these has its
 * row in `ledger_entries` or `allocations`.
 */
export const payments = pgTable(
  'payments',
  {
    businessId: businessId(),
    id: recordId(),
    customerId: reference('customer_id').notNull(),
    /** The invoice that was being paid: it takes of the payment what it asks for. Null for one that its owner allocates. */
    invoiceId: reference('invoice_id'),
    checkoutId: reference('checkout_id'),
    amount: decimal('amount').notNull(),
    currency: currency().notNull().default('USD'),
    paymentDate: date('payment_date', { mode: 'string' }).notNull(),
    /** When its provider took it; null for one recorded by hand, and for those from before it was kept: `created_at` stands for it. */
    paidAt: instant('paid_at'),
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
    /** What it settles of invoices: the sum of its rows in `allocations`. */
    allocatedAmount: decimal('allocated_amount').notNull().default('0.00'),
    /** What was given back: the sum of its rows in `payment_refunds`. */
    refundedAmount: decimal('refunded_amount').notNull().default('0.00'),
    /** Of that, what is owed again: the sum of those of the rows that say so. */
    stillOwedAmount: decimal('still_owed_amount').notNull().default('0.00'),
    dispute: text('dispute', { enum: ['none', 'open', 'won', 'lost'] })
      .notNull()
      .default('none'),
    status: text('status', {
      enum: ['pending', 'completed', 'failed', 'reversed', 'refunded', 'review'],
    })
      .notNull()
      .default('pending'),
    /** Why a payment by hand no longer counts: undone, its invoice set back, or deleted. */
    reversal: text('reversal', { enum: ['undone', 'status', 'deletion'] }),
    /** The customer's own: a bank transfer's purpose, a check's number. */
    reference: text('reference'),
    /** Folded reference: what a search for invoices looks through. */
    searchText: text('search_text').notNull().default(''),
    notes: text('notes'),
    createdAt: createdAt(),
  },
  (t) => [
    recordKey(t),
    ownersRecord('payments_customer', [t.businessId, t.customerId], customers).onDelete('cascade'),
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
    index('payments_list').on(
      t.businessId,
      t.paymentDate.desc().nullsFirst(),
      t.id.desc().nullsFirst(),
    ),
    index('payments_by_customer').on(
      t.businessId,
      t.customerId,
      t.paymentDate.desc().nullsFirst(),
      t.id.desc().nullsFirst(),
    ),
    index('payments_search')
      .using('gin', t.businessId, sql`search_text gin_trgm_ops`)
      .where(sql`search_text <> ''`),
    // A customer's credit: the few payments of which something is left.
    index('payments_unapplied')
      .on(t.businessId, t.customerId, t.currency)
      .where(sql`status = 'completed' and amount > allocated_amount + refunded_amount`),
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
    check(
      'payments_allocated',
      sql`${t.allocatedAmount} >= 0 and ${t.allocatedAmount} + ${t.refundedAmount} <= ${t.amount}`,
    ),
    check('payments_counting', sql`${t.status} = 'completed' or ${t.allocatedAmount} = 0`),
    check('payments_reversal', sql`${t.reversal} in ('undone', 'status', 'deletion')`),
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
    /** The owner's words to the customer, who is written to once it has succeeded. */
    message: text('message'),
    /** Whether the customer still owes the amount, as the owner said; null leaves it to the rule. */
    stillOwed: boolean('still_owed'),
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
    index('refunds_to_check')
      .on(t.nextCheckAt)
      .where(sql`next_check_at is not null`),
    check('refunds_amount', sql`${t.amount} > 0`),
    check('refunds_status', sql`${t.status} in ('pending', 'succeeded', 'failed')`),
  ],
);

/**
 * What was given back of a payment: a row for each refund that its provider tells of. Amounts are never
 * changed: one that could not be carried out after all has a row below zero that names it. Whether the
 * amount is still owed is decided anew where something that happened before it becomes known later.
 */
export const paymentRefunds = pgTable(
  'payment_refunds',
  {
    businessId: businessId(),
    id: recordId(),
    paymentId: reference('payment_id').notNull(),
    /** The owner's request that it carries out; null where nobody asked for it here. */
    requestId: reference('request_id'),
    /** Null where the provider tells only how much was given back in all. */
    providerRefundId: text('provider_refund_id'),
    amount: decimal('amount').notNull(),
    /** When it happened, by the provider's clock. */
    refundedAt: instant('refunded_at').notNull(),
    /** Whether the invoice's customer owes the amount again. */
    stillOwed: boolean('still_owed').notNull(),
    /** 'update': an earlier release decided, and what its invoice shows was kept. */
    decidedBy: text('decided_by', { enum: ['rule', 'owner', 'update'] }).notNull(),
    /** What of the invoice's total is not owed any more by it: 0 where it is still owed. */
    adjustedAmount: decimal('adjusted_amount').notNull(),
    /** The one that was not carried out. */
    reversesId: reference('reverses_id'),
    createdAt: createdAt(),
  },
  (t) => [
    recordKey(t),
    ownersRecord('payment_refunds_payment', [t.businessId, t.paymentId], payments).onDelete(
      'cascade',
    ),
    ownersRecord('payment_refunds_request', [t.businessId, t.requestId], refunds).onDelete(
      'cascade',
    ),
    ownersRecord('payment_refunds_reverses', [t.businessId, t.reversesId], t).onDelete('cascade'),
    // One refund of a provider is one row, whoever tells of it and however often.
    unique('payment_refunds_of_provider').on(t.businessId, t.paymentId, t.providerRefundId),
    index('payment_refunds_of_payment').on(t.businessId, t.paymentId, t.id),
    check(
      'payment_refunds_amount',
      sql`${t.amount} <> 0 and (${t.amount} > 0) = (${t.reversesId} is null)`,
    ),
    check(
      'payment_refunds_adjusted',
      sql`${t.adjustedAmount} >= 0 and (${t.adjustedAmount} = 0 or (${t.adjustedAmount} <= ${t.amount} and not ${t.stillOwed}))`,
    ),
    check('payment_refunds_decided_by', sql`${t.decidedBy} in ('rule', 'owner', 'update')`),
  ],
);

/**
 * Which part of a payment or of a credit note settles which invoice. Rows are never changed: what is
 * taken back is a row below zero.
 */
export const allocations = pgTable(
  'allocations',
  {
    businessId: businessId(),
    id: recordId(),
    /** One of the two. */
    paymentId: reference('payment_id'),
    creditNoteId: reference('credit_note_id'),
    invoiceId: reference('invoice_id').notNull(),
    amount: decimal('amount').notNull(),
    /** The day of the payment where it settled the invoice as it came, the day itself otherwise. */
    entryDate: date('entry_date', { mode: 'string' }).notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    recordKey(t),
    ownersRecord('allocations_payment', [t.businessId, t.paymentId], payments).onDelete('cascade'),
    ownersRecord('allocations_credit_note', [t.businessId, t.creditNoteId], creditNotes).onDelete(
      'cascade',
    ),
    ownersRecord('allocations_invoice', [t.businessId, t.invoiceId], invoices).onDelete('cascade'),
    index('allocations_by_invoice').on(t.businessId, t.invoiceId, t.paymentId, t.amount),
    index('allocations_by_payment').on(t.businessId, t.paymentId, t.invoiceId, t.amount),
    index('allocations_by_credit_note')
      .on(t.businessId, t.creditNoteId, t.invoiceId, t.amount)
      .where(sql`credit_note_id is not null`),
    // What was settled in a period, and what since a day.
    index('allocations_by_day').on(t.businessId, t.entryDate, t.invoiceId, t.amount),
    check('allocations_amount', sql`${t.amount} <> 0`),
    check('allocations_source', sql`num_nonnulls(${t.paymentId}, ${t.creditNoteId}) = 1`),
  ],
);

/**
 * What of a credit note was paid back by hand. Rows are never changed: one that is undone has a row
 * below zero that says so.
 */
export const creditRefunds = pgTable(
  'credit_refunds',
  {
    businessId: businessId(),
    id: recordId(),
    creditNoteId: reference('credit_note_id').notNull(),
    amount: decimal('amount').notNull(),
    paymentDate: date('payment_date', { mode: 'string' }).notNull(),
    paymentMethod: text('payment_method', { enum: PAYMENT_METHODS }).notNull(),
    reference: text('reference'),
    notes: text('notes'),
    /** The one that this undoes. */
    reversesId: reference('reverses_id'),
    createdAt: createdAt(),
  },
  (t) => [
    recordKey(t),
    ownersRecord(
      'credit_refunds_credit_note',
      [t.businessId, t.creditNoteId],
      creditNotes,
    ).onDelete('cascade'),
    ownersRecord('credit_refunds_reverses', [t.businessId, t.reversesId], t).onDelete('cascade'),
    // Undone once.
    unique('credit_refunds_reversed').on(t.businessId, t.reversesId),
    index('credit_refunds_of_credit_note').on(t.businessId, t.creditNoteId, t.id),
    check(
      'credit_refunds_amount',
      sql`${t.amount} <> 0 and (${t.amount} > 0) = (${t.reversesId} is null)`,
    ),
    check(
      'credit_refunds_method',
      sql`${t.paymentMethod} in ('cash', 'check', 'card', 'bank_transfer', 'other')`,
    ),
  ],
);

/**
 * What a customer's account consists of: each row says by how much something changed what the customer
 * owes, and on which day. Their sum is the balance of the account. Rows are never changed.
 */
export const ledgerEntries = pgTable(
  'ledger_entries',
  {
    businessId: businessId(),
    id: recordId(),
    customerId: reference('customer_id').notNull(),
    currency: currency().notNull(),
    type: text('type', { enum: LEDGER_ENTRY_TYPES }).notNull(),
    invoiceId: reference('invoice_id'),
    paymentId: reference('payment_id'),
    creditNoteId: reference('credit_note_id'),
    /** Above zero where more is owed by it. */
    amount: decimal('amount').notNull(),
    entryDate: date('entry_date', { mode: 'string' }).notNull(),
    reason: text('reason'),
    createdAt: createdAt(),
  },
  (t) => [
    recordKey(t),
    ownersRecord('ledger_entries_customer', [t.businessId, t.customerId], customers).onDelete(
      'cascade',
    ),
    ownersRecord('ledger_entries_invoice', [t.businessId, t.invoiceId], invoices).onDelete(
      'cascade',
    ),
    ownersRecord('ledger_entries_payment', [t.businessId, t.paymentId], payments).onDelete(
      'cascade',
    ),
    ownersRecord(
      'ledger_entries_credit_note',
      [t.businessId, t.creditNoteId],
      creditNotes,
    ).onDelete('cascade'),
    // An account's statement, and its balance on a day, read these and not the rows.
    index('ledger_entries_account').on(t.businessId, t.customerId, t.entryDate, t.id),
    index('ledger_entries_sums').on(
      t.businessId,
      t.entryDate,
      t.type,
      t.currency,
      t.amount,
      t.customerId,
    ),
    index('ledger_entries_by_invoice').on(t.businessId, t.invoiceId),
    index('ledger_entries_by_payment')
      .on(t.businessId, t.paymentId)
      .where(sql`payment_id is not null`),
    index('ledger_entries_by_credit_note')
      .on(t.businessId, t.creditNoteId)
      .where(sql`credit_note_id is not null`),
    check('ledger_entries_amount', sql`${t.amount} <> 0`),
    check(
      'ledger_entries_type',
      sql`${t.type} in (${sql.raw(LEDGER_ENTRY_TYPES.map((type) => `'${type}'`).join(', '))})`,
    ),
  ],
);

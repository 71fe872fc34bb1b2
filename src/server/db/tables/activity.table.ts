import { sql } from 'drizzle-orm';
import { boolean, index, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { createdAt, reference } from './columns.ts';
import { creditNotes } from './credit-notes.table.ts';
import { customers } from './customers.table.ts';
import { estimates } from './estimates.table.ts';
import { invoices } from './invoices.table.ts';
import { ownedRecord, owner, ownersRecord, recordKey } from './owned-columns.ts';
import { recurringInvoices } from './recurring.table.ts';

/** What happened to an owner's documents, written in the transaction that made it happen. */
export const events = pgTable(
  'events',
  {
    ...ownedRecord(),
    type: text('type').notNull(),
    invoiceId: reference('invoice_id'),
    estimateId: reference('estimate_id'),
    creditNoteId: reference('credit_note_id'),
    data: jsonb('data').notNull().default({}),
    createdAt: createdAt(),
  },
  (t) => [
    recordKey(t),
    ownersRecord('events_invoice', [t.businessId, t.invoiceId], invoices).onDelete('cascade'),
    ownersRecord('events_estimate', [t.businessId, t.estimateId], estimates).onDelete('cascade'),
    ownersRecord('events_credit_note', [t.businessId, t.creditNoteId], creditNotes).onDelete(
      'cascade',
    ),
    index('events_of_invoice')
      .on(t.businessId, t.invoiceId, t.id)
      .where(sql`invoice_id is not null`),
    index('events_of_estimate')
      .on(t.businessId, t.estimateId, t.id)
      .where(sql`estimate_id is not null`),
    index('events_of_credit_note')
      .on(t.businessId, t.creditNoteId, t.id)
      .where(sql`credit_note_id is not null`),
  ],
);

export const notifications = pgTable(
  'notifications',
  {
    ...ownedRecord(),
    type: text('type').notNull(),
    title: text('title').notNull(),
    message: text('message').notNull(),
    invoiceId: reference('invoice_id'),
    estimateId: reference('estimate_id'),
    recurringId: reference('recurring_id'),
    /** Where it is about a customer and no document. */
    customerId: reference('customer_id'),
    isRead: boolean('is_read').notNull().default(false),
    createdAt: createdAt(),
  },
  (t) => [
    recordKey(t),
    ownersRecord('notifications_invoice', [t.businessId, t.invoiceId], invoices).onDelete(
      'cascade',
    ),
    ownersRecord('notifications_estimate', [t.businessId, t.estimateId], estimates).onDelete(
      'cascade',
    ),
    ownersRecord(
      'notifications_recurring',
      [t.businessId, t.recurringId],
      recurringInvoices,
    ).onDelete('cascade'),
    ownersRecord('notifications_customer', [t.businessId, t.customerId], customers).onDelete(
      'cascade',
    ),
    index('notifications_of_estimate').on(t.businessId, t.estimateId),
    index('notifications_list').on(t.businessId, t.id.desc().nullsFirst()),
    index('notifications_unread')
      .on(t.businessId)
      .where(sql`not is_read`),
    index('notifications_of_invoice').on(t.businessId, t.invoiceId),
  ],
);

/** Answers to creating calls, by the key the client sent (decision 18). */
export const idempotencyKeys = pgTable(
  'idempotency_keys',
  {
    businessId: owner(),
    key: text('key').notNull(),
    /** The call and a digest of its body: the same key for another request is refused. */
    fingerprint: text('fingerprint').notNull(),
    response: jsonb('response'),
    httpStatus: integer('http_status').notNull().default(200),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.businessId, t.key] }),
    index('idempotency_keys_age').on(t.createdAt),
  ],
);

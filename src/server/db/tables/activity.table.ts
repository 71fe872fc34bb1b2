import { sql } from 'drizzle-orm';
import {
  boolean,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
} from 'drizzle-orm/pg-core';
import { users } from './accounts.table.ts';
import { createdAt, ownerId, recordId, reference } from './columns.ts';
import { estimates } from './estimates.table.ts';
import { invoices } from './invoices.table.ts';

/** What happened to an owner's documents, written in the transaction that made it happen. */
export const events = pgTable(
  'events',
  {
    userId: ownerId().references(() => users.id, { onDelete: 'cascade' }),
    id: recordId(),
    type: text('type').notNull(),
    invoiceId: reference('invoice_id'),
    estimateId: reference('estimate_id'),
    data: jsonb('data').notNull().default({}),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.userId, t.id] }),
    foreignKey({
      name: 'events_invoice',
      columns: [t.userId, t.invoiceId],
      foreignColumns: [invoices.userId, invoices.id],
    }).onDelete('cascade'),
    foreignKey({
      name: 'events_estimate',
      columns: [t.userId, t.estimateId],
      foreignColumns: [estimates.userId, estimates.id],
    }).onDelete('cascade'),
    index('events_of_invoice').on(t.userId, t.invoiceId, t.id).where(sql`invoice_id is not null`),
    index('events_of_estimate')
      .on(t.userId, t.estimateId, t.id)
      .where(sql`estimate_id is not null`),
  ],
);

export const notifications = pgTable(
  'notifications',
  {
    userId: ownerId().references(() => users.id, { onDelete: 'cascade' }),
    id: recordId(),
    type: text('type').notNull(),
    title: text('title').notNull(),
    message: text('message').notNull(),
    invoiceId: reference('invoice_id'),
    estimateId: reference('estimate_id'),
    isRead: boolean('is_read').notNull().default(false),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.userId, t.id] }),
    foreignKey({
      name: 'notifications_invoice',
      columns: [t.userId, t.invoiceId],
      foreignColumns: [invoices.userId, invoices.id],
    }).onDelete('cascade'),
    foreignKey({
      name: 'notifications_estimate',
      columns: [t.userId, t.estimateId],
      foreignColumns: [estimates.userId, estimates.id],
    }).onDelete('cascade'),
    index('notifications_of_estimate').on(t.userId, t.estimateId),
    index('notifications_list').on(t.userId, t.id.desc().nullsFirst()),
    index('notifications_unread').on(t.userId).where(sql`not is_read`),
    index('notifications_of_invoice').on(t.userId, t.invoiceId),
  ],
);

/** Answers to creating calls, by the key the client sent (decision 18). */
export const idempotencyKeys = pgTable(
  'idempotency_keys',
  {
    userId: ownerId().references(() => users.id, { onDelete: 'cascade' }),
    key: text('key').notNull(),
    /** The call and a digest of its body: the same key for another request is refused. */
    fingerprint: text('fingerprint').notNull(),
    response: jsonb('response'),
    httpStatus: integer('http_status').notNull().default(200),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.userId, t.key] }),
    index('idempotency_keys_age').on(t.createdAt),
  ],
);

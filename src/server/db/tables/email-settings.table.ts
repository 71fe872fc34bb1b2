import { boolean, index, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import type { Templates } from '../../../shared/emails/templates.ts';
import { reference, updatedAt, version } from './columns.ts';
import { emails } from './emails.table.ts';
import { owner, ownersRecord } from './owned-columns.ts';

/** How a business writes to its customers; without a row, in Remit's words and without a copy. */
export const emailSettings = pgTable('email_settings', {
  businessId: owner().primaryKey(),
  /** Each message to a customer goes to the business's own address, too. */
  copyToSelf: boolean('copy_to_self').notNull(),
  templates: jsonb('templates').$type<Templates>().notNull(),
  version: version(),
  updatedAt: updatedAt(),
});

/** Files of its owner's own that a message brings, in their order. */
export const emailFiles = pgTable(
  'email_files',
  {
    businessId: owner(),
    emailId: reference('email_id').notNull(),
    place: integer('place').notNull(),
    /** Of the upload. */
    key: text('key').notNull(),
    fileName: text('file_name').notNull(),
    contentType: text('content_type').notNull(),
    size: integer('size').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.businessId, t.emailId, t.place] }),
    ownersRecord('email_files_email', [t.businessId, t.emailId], emails).onDelete('cascade'),
    index('email_files_key').on(t.businessId, t.key),
  ],
);

import { pgTable, text } from 'drizzle-orm/pg-core';
import { createdAt, instant } from './columns.ts';
import { owner } from './owned-columns.ts';

/** The address by which calendar programs read what is to come; one for a business. */
export const calendarFeeds = pgTable('calendar_feeds', {
  businessId: owner().primaryKey(),
  /** SHA-256 of the token in the address, which is kept nowhere. */
  digest: text('digest').notNull(),
  lastReadAt: instant('last_read_at'),
  createdAt: createdAt(),
});

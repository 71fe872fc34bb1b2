import { sql } from 'drizzle-orm';
import {
  char,
  check,
  date,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { instant } from './columns.ts';
import { owner } from './owned-columns.ts';

/** How far an owner's messages are trusted: one row for each owner who has sent or proven anything. */
export const mailSenders = pgTable(
  'mail_senders',
  {
    businessId: owner(),
    /** What ended the limit on new recipients: a real online payment, or a verified domain. */
    provenBy: text('proven_by', { enum: ['payment', 'domain'] }),
    provenAt: instant('proven_at'),
    /** The registrable domain that the owner wants to verify, and what its TXT record must say. */
    domain: text('domain'),
    domainToken: char('domain_token', { length: 32 }),
    domainCheckedAt: instant('domain_checked_at'),
    domainVerifiedAt: instant('domain_verified_at'),
  },
  (t) => [
    primaryKey({ columns: [t.businessId] }),
    check('mail_senders_proven_by', sql`${t.provenBy} in ('payment', 'domain')`),
    check('mail_senders_proven', sql`(${t.provenBy} is null) = (${t.provenAt} is null)`),
    check('mail_senders_token', sql`(${t.domain} is null) = (${t.domainToken} is null)`),
    check('mail_senders_verified', sql`${t.domainVerifiedAt} is null or ${t.domain} is not null`),
    // One domain stands for one account of the installation, whoever owns it.
    uniqueIndex('mail_senders_domain')
      .on(t.domain)
      .where(sql`domain_verified_at is not null`),
  ],
);

/** Everybody whom an owner has written to by the mail server, and who wants nothing more of it. */
export const mailRecipients = pgTable(
  'mail_recipients',
  {
    businessId: owner(),
    /** In small letters. */
    address: text('address').notNull(),
    /** Of the first attempt, which is when it counted as a new one. */
    firstMailedAt: instant('first_mailed_at'),
    /** Since when the recipient takes nothing more from this sender. */
    blockedAt: instant('blocked_at'),
    /** When the owner asked the admin to lift that. */
    unblockAskedAt: instant('unblock_asked_at'),
    /** When a message to it came back for good last, and why: what goes by itself does not go there. */
    bouncedAt: instant('bounced_at'),
    bounceReason: text('bounce_reason'),
    /** When the owner was told that nothing goes there by itself: once until it is written to again. */
    bounceToldAt: instant('bounce_told_at'),
    /** Since when the recipient wants no reminders and no statements by email. */
    unsubscribedAt: instant('unsubscribed_at'),
  },
  (t) => [
    primaryKey({ columns: [t.businessId, t.address] }),
    index('mail_recipients_blocked')
      .on(t.businessId)
      .where(sql`blocked_at is not null`),
    index('mail_recipients_new').on(t.businessId, t.firstMailedAt),
    check('mail_recipients_lower', sql`${t.address} = lower(${t.address})`),
  ],
);

/** What became of an owner's messages, by day (UTC): the admin's rates are sums over these. */
export const mailDays = pgTable(
  'mail_days',
  {
    businessId: owner(),
    day: date('day', { mode: 'string' }).notNull(),
    sent: integer('sent').notNull().default(0),
    newRecipients: integer('new_recipients').notNull().default(0),
    failed: integer('failed').notNull().default(0),
    reported: integer('reported').notNull().default(0),
  },
  (t) => [primaryKey({ columns: [t.businessId, t.day] })],
);

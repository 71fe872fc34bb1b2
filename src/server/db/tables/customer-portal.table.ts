import { sql } from 'drizzle-orm';
import { char, check, index, jsonb, pgTable, text, unique } from 'drizzle-orm/pg-core';
import type { ContactChanges } from '../../../shared/customer-portal/contact-details.ts';
import { createdAt, instant, reference } from './columns.ts';
import { customers } from './customers.table.ts';
import { emails } from './emails.table.ts';
import { ownedRecord, ownersRecord, recordKey } from './owned-columns.ts';

/** SHA-256 of a token, in hex: whoever reads the database can open nothing by it. */
const digest = () => char('digest', { length: 64 });

/** Links by which customers open their portal, each mailed to one address and used once. */
export const portalLinks = pgTable(
  'portal_links',
  {
    ...ownedRecord(),
    customerId: reference('customer_id').notNull(),
    /** The message that brings it. */
    emailId: reference('email_id').notNull(),
    /** Where it goes: the customer's address when it was asked for. */
    address: text('address').notNull(),
    /** Both are null until the message goes out: the link is made then. */
    digest: digest(),
    expiresAt: instant('expires_at'),
    usedAt: instant('used_at'),
    /** When the owner ended the customer's access. */
    endedAt: instant('ended_at'),
    createdAt: createdAt(),
  },
  (t) => [
    recordKey(t),
    unique('portal_links_digest').on(t.businessId, t.digest),
    ownersRecord('portal_links_customer', [t.businessId, t.customerId], customers).onDelete(
      'cascade',
    ),
    ownersRecord('portal_links_email', [t.businessId, t.emailId], emails).onDelete('cascade'),
    check('portal_links_made', sql`(${t.digest} is null) = (${t.expiresAt} is null)`),
    index('portal_links_of_customer').on(t.businessId, t.customerId, t.id),
    index('portal_links_of_email').on(t.businessId, t.emailId),
  ],
);

/** Customers' visits to their portal. */
export const portalSessions = pgTable(
  'portal_sessions',
  {
    ...ownedRecord(),
    customerId: reference('customer_id').notNull(),
    /** That the link was mailed to: once the customer has another, the session is over. */
    address: text('address').notNull(),
    digest: digest().notNull(),
    lastUsedAt: instant('last_used_at').notNull(),
    /** By the customer, who signed out, or by the owner. */
    endedAt: instant('ended_at'),
    createdAt: createdAt(),
  },
  (t) => [
    recordKey(t),
    unique('portal_sessions_digest').on(t.businessId, t.digest),
    ownersRecord('portal_sessions_customer', [t.businessId, t.customerId], customers).onDelete(
      'cascade',
    ),
    index('portal_sessions_of_customer').on(t.businessId, t.customerId, t.lastUsedAt),
  ],
);

/** Contact details as customers would have them, until their owner has decided: one for each customer. */
export const contactProposals = pgTable(
  'contact_proposals',
  {
    ...ownedRecord(),
    customerId: reference('customer_id').notNull(),
    /** The fields that are to change, and what to. */
    changes: jsonb('changes').$type<ContactChanges>().notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    recordKey(t),
    unique('contact_proposals_of_customer').on(t.businessId, t.customerId),
    ownersRecord('contact_proposals_customer', [t.businessId, t.customerId], customers).onDelete(
      'cascade',
    ),
  ],
);

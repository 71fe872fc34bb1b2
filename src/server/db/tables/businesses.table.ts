import { sql } from 'drizzle-orm';
import {
  check,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { users } from './accounts.table.ts';
import { createdAt, instant, updatedAt } from './columns.ts';

/** Businesses, which own documents, money and everything else that a plan pays for. */
export const businesses = pgTable(
  'businesses',
  {
    /** Leads the keys of every table of a business's data. */
    id: uuid('id').primaryKey().defaultRandom(),
    subscriptionStatus: text('subscription_status', { enum: ['trial', 'active', 'canceled'] })
      .notNull()
      .default('trial'),
    subscriptionPlan: text('subscription_plan', { enum: ['monthly', 'yearly'] }),
    trialInvoicesUsed: integer('trial_invoices_used').notNull().default(0),
    stripeCustomerId: text('stripe_customer_id').unique(),
    stripeSubscriptionId: text('stripe_subscription_id').unique(),
    /** Since when the admin lets the business read only, and why, in words for its owner. */
    suspendedAt: instant('suspended_at'),
    suspensionReason: text('suspension_reason'),
    /** Since when each issued document has its revision; null until those of before were taken over. */
    revisionsSince: instant('revisions_since').defaultNow(),
    /**
     * Since when what searches look through and lists are sorted by is as this version writes it; null
     * while it has to be written anew, as after an update or a move to another country.
     */
    searchWrittenAt: instant('search_written_at').defaultNow(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    check('businesses_trial_not_negative', sql`${t.trialInvoicesUsed} >= 0`),
    check('businesses_status', sql`${t.subscriptionStatus} in ('trial', 'active', 'canceled')`),
    check(
      'businesses_suspension',
      sql`${t.suspendedAt} is not null or ${t.suspensionReason} is null`,
    ),
    check('businesses_plan', sql`${t.subscriptionPlan} in ('monthly', 'yearly')`),
    index('businesses_search_unwritten')
      .on(t.id)
      .where(sql`search_written_at is null`),
    // For the admin's figures, which count rows of this and read none.
    index('businesses_by_status').on(t.subscriptionStatus),
  ],
);

/** Which accounts act for which business, and as what. */
export const members = pgTable(
  'members',
  {
    businessId: uuid('business_id')
      .notNull()
      .references(() => businesses.id, { onDelete: 'cascade' }),
    accountId: uuid('account_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    role: text('role', { enum: ['owner'] }).notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.businessId, t.accountId] }),
    // An account belongs to one business today, and a business to one owner.
    uniqueIndex('members_account').on(t.accountId),
    uniqueIndex('members_owner')
      .on(t.businessId)
      .where(sql`role = 'owner'`),
    check('members_role', sql`${t.role} = 'owner'`),
  ],
);

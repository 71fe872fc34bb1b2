import { sql } from 'drizzle-orm';
import { boolean, check, index, integer, pgTable, text } from 'drizzle-orm/pg-core';
import { businesses } from './businesses.table.ts';
import { businessId, createdAt, instant, updatedAt } from './columns.ts';

/**
 * An account's subscription to Remit, as the provider last told it. Its names at the provider stand
 * on `users`.
 */
export const subscriptions = pgTable(
  'subscriptions',
  {
    businessId: businessId()
      .primaryKey()
      .references(() => businesses.id, { onDelete: 'cascade' }),
    /** The provider's own word: incomplete, active, past_due, canceled … */
    providerStatus: text('provider_status'),
    plan: text('plan', { enum: ['monthly', 'yearly'] }),
    currentPeriodEnd: instant('current_period_end'),
    cancelAtPeriodEnd: boolean('cancel_at_period_end').notNull().default(false),
    /** Counts purchases: part of the provider's idempotency key. */
    attempt: integer('attempt').notNull().default(0),
    /** Readings are numbered when they begin; one that began earlier never overwrites a later one. */
    readsBegun: integer('reads_begun').notNull().default(0),
    readApplied: integer('read_applied').notNull().default(0),
    nextCheckAt: instant('next_check_at'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    index('subscriptions_to_check')
      .on(t.nextCheckAt)
      .where(sql`next_check_at is not null`),
    check('subscriptions_plan', sql`${t.plan} in ('monthly', 'yearly')`),
  ],
);

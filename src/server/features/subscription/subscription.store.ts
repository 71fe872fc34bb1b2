import { and, eq, isNull, lte, sql } from 'drizzle-orm';
import type { Queryable, Transaction } from '../../db/database.ts';
import { users } from '../../db/tables/accounts.table.ts';
import { businesses, members } from '../../db/tables/businesses.table.ts';
import { subscriptions } from '../../db/tables/subscription.table.ts';

/** A business's part in its subscription, and the owner to write to about it. */
export type Subscriber = NonNullable<Awaited<ReturnType<typeof findSubscriber>>>;

const subscriber = {
  businessId: businesses.id,
  accountId: users.id,
  email: users.email,
  name: users.name,
  subscriptionStatus: businesses.subscriptionStatus,
  subscriptionPlan: businesses.subscriptionPlan,
  trialInvoicesUsed: businesses.trialInvoicesUsed,
  customerId: businesses.stripeCustomerId,
  subscriptionId: businesses.stripeSubscriptionId,
  attempt: sql<number>`coalesce(${subscriptions.attempt}, 0)`,
  providerStatus: subscriptions.providerStatus,
  currentPeriodEnd: subscriptions.currentPeriodEnd,
  cancelAtPeriodEnd: sql<boolean>`coalesce(${subscriptions.cancelAtPeriodEnd}, false)`,
};

export async function findSubscriber(db: Queryable, businessId: string) {
  const [found] = await db
    .select(subscriber)
    .from(businesses)
    .innerJoin(members, and(eq(members.businessId, businesses.id), eq(members.role, 'owner')))
    .innerJoin(users, eq(users.id, members.accountId))
    .leftJoin(subscriptions, eq(subscriptions.businessId, businesses.id))
    .where(eq(businesses.id, businessId))
    .limit(1);
  return found;
}

/** Whose customer it is at the provider: the only way from an event to a business. */
export async function findUserOfCustomer(
  db: Queryable,
  customerId: string,
): Promise<string | undefined> {
  const [found] = await db
    .select({ businessId: businesses.id })
    .from(businesses)
    .where(eq(businesses.stripeCustomerId, customerId))
    .limit(1);
  return found?.businessId;
}

/** Keeps the customer's name unless another was kept meanwhile. */
export async function keepCustomer(
  db: Queryable,
  businessId: string,
  customerId: string,
): Promise<void> {
  await db
    .update(businesses)
    .set({ stripeCustomerId: customerId })
    .where(and(eq(businesses.id, businessId), isNull(businesses.stripeCustomerId)));
}

/**
 * Holds the account's subscription until the transaction ends. Every transaction that writes about
 * it begins so: what it locks afterwards, nobody else can be waiting with.
 */
export async function lockSubscription(tx: Transaction, businessId: string): Promise<void> {
  await tx.insert(subscriptions).values({ businessId }).onConflictDoNothing();
  await tx
    .select({ businessId: subscriptions.businessId })
    .from(subscriptions)
    .where(eq(subscriptions.businessId, businessId))
    .for('update');
}

/** Keeps the subscription's name unless another was kept meanwhile; checked at `now`. */
export async function keepSubscription(
  tx: Transaction,
  businessId: string,
  subscriptionId: string,
  now: Date,
): Promise<boolean> {
  await lockSubscription(tx, businessId);
  const kept = await tx
    .update(businesses)
    .set({ stripeSubscriptionId: subscriptionId, updatedAt: now })
    .where(and(eq(businesses.id, businessId), isNull(businesses.stripeSubscriptionId)))
    .returning({ id: businesses.id });
  if (kept.length === 0) return false;
  await tx
    .update(subscriptions)
    .set({ nextCheckAt: now })
    .where(eq(subscriptions.businessId, businessId));
  return true;
}

/**
 * Ends an attempt to buy: what is asked for next is new at the provider, and the old subscription's
 * name is let go. Without effect where the attempt has ended already.
 */
export async function endAttempt(
  tx: Transaction,
  {
    businessId,
    attempt,
    subscriptionId,
  }: Pick<Subscriber, 'businessId' | 'attempt' | 'subscriptionId'>,
  now: Date,
): Promise<void> {
  await lockSubscription(tx, businessId);
  const ended = await tx
    .update(subscriptions)
    .set({
      attempt: attempt + 1,
      providerStatus: null,
      nextCheckAt: null,
      // Readings of the old one that are still under way are void.
      readApplied: sql`${subscriptions.readsBegun}`,
      updatedAt: now,
    })
    .where(and(eq(subscriptions.businessId, businessId), eq(subscriptions.attempt, attempt)))
    .returning({ attempt: subscriptions.attempt });
  if (ended.length === 0 || subscriptionId === null) return;
  await tx
    .update(businesses)
    .set({ stripeSubscriptionId: null, updatedAt: now })
    .where(and(eq(businesses.id, businessId), eq(businesses.stripeSubscriptionId, subscriptionId)));
}

/** Lets a customer go that the provider has deleted, and with it the subscription. */
export async function forgetCustomer(
  tx: Transaction,
  who: Pick<Subscriber, 'businessId' | 'attempt' | 'subscriptionId'> & { customerId: string },
  now: Date,
): Promise<void> {
  await endAttempt(tx, who, now);
  await tx
    .update(businesses)
    .set({
      stripeCustomerId: null,
      subscriptionStatus: sql`case ${businesses.subscriptionStatus} when 'active' then 'canceled'
        else ${businesses.subscriptionStatus} end`,
    })
    .where(and(eq(businesses.id, who.businessId), eq(businesses.stripeCustomerId, who.customerId)));
}

/** Leaves a subscription's check to the caller. @returns false when another has it, or it is not due */
export async function claimCheck(
  db: Queryable,
  businessId: string,
  now: Date,
  lease: Date,
): Promise<boolean> {
  const claimed = await db
    .update(subscriptions)
    .set({ nextCheckAt: lease })
    .where(and(eq(subscriptions.businessId, businessId), lte(subscriptions.nextCheckAt, now)))
    .returning({ businessId: subscriptions.businessId });
  return claimed.length > 0;
}

/** The number of a reading that begins now. */
export async function beginReading(db: Queryable, businessId: string): Promise<number> {
  const [begun] = await db
    .insert(subscriptions)
    .values({ businessId, readsBegun: 1 })
    .onConflictDoUpdate({
      target: subscriptions.businessId,
      set: { readsBegun: sql`${subscriptions.readsBegun} + 1` },
    })
    .returning({ number: subscriptions.readsBegun });
  if (!begun) throw new Error('no reading was begun');
  return begun.number;
}

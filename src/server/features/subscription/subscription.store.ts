import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Queryable, Transaction } from '../../db/database.ts';
import { users } from '../../db/tables/accounts.table.ts';
import { providerEvents, subscriptions } from '../../db/tables/payments.table.ts';

/** An account's part in its subscription: what `users` and `subscriptions` hold together. */
export type Subscriber = NonNullable<Awaited<ReturnType<typeof findSubscriber>>>;

const subscriber = {
  userId: users.id,
  email: users.email,
  name: users.name,
  subscriptionStatus: users.subscriptionStatus,
  subscriptionPlan: users.subscriptionPlan,
  trialInvoicesUsed: users.trialInvoicesUsed,
  customerId: users.stripeCustomerId,
  subscriptionId: users.stripeSubscriptionId,
  attempt: sql<number>`coalesce(${subscriptions.attempt}, 0)`,
  providerStatus: subscriptions.providerStatus,
  currentPeriodEnd: subscriptions.currentPeriodEnd,
  cancelAtPeriodEnd: sql<boolean>`coalesce(${subscriptions.cancelAtPeriodEnd}, false)`,
};

export async function findSubscriber(db: Queryable, userId: string) {
  const [found] = await db
    .select(subscriber)
    .from(users)
    .leftJoin(subscriptions, eq(subscriptions.userId, users.id))
    .where(eq(users.id, userId))
    .limit(1);
  return found;
}

/** Whose customer it is at the provider: the only way from an event to an account. */
export async function findUserOfCustomer(
  db: Queryable,
  customerId: string,
): Promise<string | undefined> {
  const [found] = await db
    .select({ userId: users.id })
    .from(users)
    .where(eq(users.stripeCustomerId, customerId))
    .limit(1);
  return found?.userId;
}

/** Keeps the customer's name unless another was kept meanwhile. */
export async function keepCustomer(
  db: Queryable,
  userId: string,
  customerId: string,
): Promise<void> {
  await db
    .update(users)
    .set({ stripeCustomerId: customerId })
    .where(and(eq(users.id, userId), isNull(users.stripeCustomerId)));
}

/**
 * Holds the account's subscription until the transaction ends. Every transaction that writes about
 * it begins so: what it locks afterwards, nobody else can be waiting with.
 */
export async function lockSubscription(tx: Transaction, userId: string): Promise<void> {
  await tx.insert(subscriptions).values({ userId }).onConflictDoNothing();
  await tx
    .select({ userId: subscriptions.userId })
    .from(subscriptions)
    .where(eq(subscriptions.userId, userId))
    .for('update');
}

/** Keeps the subscription's name unless another was kept meanwhile; checked at `now`. */
export async function keepSubscription(
  tx: Transaction,
  userId: string,
  subscriptionId: string,
  now: Date,
): Promise<boolean> {
  await lockSubscription(tx, userId);
  const kept = await tx
    .update(users)
    .set({ stripeSubscriptionId: subscriptionId, updatedAt: now })
    .where(and(eq(users.id, userId), isNull(users.stripeSubscriptionId)))
    .returning({ id: users.id });
  if (kept.length === 0) return false;
  await tx.update(subscriptions).set({ nextCheckAt: now }).where(eq(subscriptions.userId, userId));
  return true;
}

/**
 * Ends an attempt to buy: what is asked for next is new at the provider, and the old subscription's
 * name is let go. Without effect where the attempt has ended already.
 */
export async function endAttempt(
  tx: Transaction,
  { userId, attempt, subscriptionId }: Pick<Subscriber, 'userId' | 'attempt' | 'subscriptionId'>,
  now: Date,
): Promise<void> {
  await lockSubscription(tx, userId);
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
    .where(and(eq(subscriptions.userId, userId), eq(subscriptions.attempt, attempt)))
    .returning({ attempt: subscriptions.attempt });
  if (ended.length === 0 || subscriptionId === null) return;
  await tx
    .update(users)
    .set({ stripeSubscriptionId: null, updatedAt: now })
    .where(and(eq(users.id, userId), eq(users.stripeSubscriptionId, subscriptionId)));
}

/** Lets a customer go that the provider has deleted, and with it the subscription. */
export async function forgetCustomer(
  tx: Transaction,
  who: Pick<Subscriber, 'userId' | 'attempt' | 'subscriptionId'> & { customerId: string },
  now: Date,
): Promise<void> {
  await endAttempt(tx, who, now);
  await tx
    .update(users)
    .set({
      stripeCustomerId: null,
      subscriptionStatus: sql`case ${users.subscriptionStatus} when 'active' then 'canceled'
        else ${users.subscriptionStatus} end`,
    })
    .where(and(eq(users.id, who.userId), eq(users.stripeCustomerId, who.customerId)));
}

/** The number of a reading that begins now. */
export async function beginReading(db: Queryable, userId: string): Promise<number> {
  const [begun] = await db
    .insert(subscriptions)
    .values({ userId, readsBegun: 1 })
    .onConflictDoUpdate({
      target: subscriptions.userId,
      set: { readsBegun: sql`${subscriptions.readsBegun} + 1` },
    })
    .returning({ number: subscriptions.readsBegun });
  if (!begun) throw new Error('no reading was begun');
  return begun.number;
}

/** Whether an event has had its effect before. */
export async function hasEvent(db: Queryable, userId: string, eventId: string): Promise<boolean> {
  const found = await db
    .select({ eventId: providerEvents.eventId })
    .from(providerEvents)
    .where(
      and(
        eq(providerEvents.userId, userId),
        eq(providerEvents.provider, 'platform'),
        eq(providerEvents.eventId, eventId),
      ),
    )
    .limit(1);
  return found.length > 0;
}

/** Notes an event with its effect. @returns false when it has had it before */
export async function insertEvent(
  tx: Transaction,
  userId: string,
  event: { id: string; type: string },
  now: Date,
): Promise<boolean> {
  const inserted = await tx
    .insert(providerEvents)
    .values({ userId, provider: 'platform', eventId: event.id, type: event.type, createdAt: now })
    .onConflictDoNothing()
    .returning({ eventId: providerEvents.eventId });
  return inserted.length > 0;
}

import { and, eq, lt } from 'drizzle-orm';
import type { Transaction } from '../../db/database.ts';
import { businesses } from '../../db/tables/businesses.table.ts';
import { subscriptions } from '../../db/tables/subscription.table.ts';
import { withTransaction } from '../../db/with-transaction.ts';
import type { Services } from '../../platform/http/services.ts';
import { applyReading, isEnded } from './apply-reading.ts';
import { requirePlatform } from './platform-account.ts';
import type { SubscriptionReading } from './read-subscription.ts';
import { readSubscription } from './read-subscription.ts';
import { beginReading, findSubscriber, lockSubscription } from './subscription.store.ts';

type SyncServices = Pick<Services, 'db' | 'clock' | 'log' | 'payments'>;

interface SyncOptions {
  /** A subscription that an event names: taken on when the account has none that lives. */
  named?: string | undefined;
  /** Reads the card as well. */
  card?: boolean;
  /** How long the provider may take, in milliseconds. */
  timeout?: number;
  /** Runs in the transaction that writes the reading down; false leaves everything as it is. */
  before?: (tx: Transaction) => Promise<boolean>;
}

const DAY = 86_400_000;
/** After the end of what was paid for. */
const GRACE = 3 * DAY;

/**
 * Reads the account's subscription at the provider and writes down what it says, for the account and
 * its plan in one transaction. However often and in whichever order it is called, what was asked last
 * stands in the end.
 * @returns the reading; undefined when there is none to read
 * @throws ProviderError; AppError CONFLICT where no plans are sold
 */
export async function syncSubscription(
  services: SyncServices,
  businessId: string,
  { named, before, ...options }: SyncOptions = {},
): Promise<SubscriptionReading | undefined> {
  const { db, clock, log } = services;
  const { client } = requirePlatform(services.payments);
  const number = await beginReading(db.orm, businessId);
  const subscriber = await findSubscriber(db.orm, businessId);
  if (!subscriber) return undefined;
  const { subscriptionId, customerId } = subscriber;

  let reading =
    subscriptionId === null ? undefined : await readSubscription(client, subscriptionId, options);
  const alive = reading !== undefined && !isEnded(reading.status);
  if (named !== undefined && named !== subscriptionId && !alive) {
    const other = await readSubscription(client, named, options);
    // Only the customer's own, and not one more that has ended.
    if (other?.customerId === customerId && (!isEnded(other.status) || !reading)) reading = other;
  }
  if (subscriptionId !== null && reading === undefined) {
    // At the provider nothing disappears: these are not the keys that it was bought with.
    log.warn({ businessId, subscriptionId }, 'the provider does not know this subscription');
  }

  const found = reading;
  await withTransaction(db, async (tx) => {
    const now = clock.now();
    await lockSubscription(tx, businessId);
    if (before && !(await before(tx))) return;
    if (found) {
      await applyReading(tx, { businessId, number, reading: found, expected: subscriptionId }, now);
    } else if (subscriptionId !== null) {
      await tx
        .update(subscriptions)
        .set({ nextCheckAt: new Date(now.getTime() + DAY) })
        .where(eq(subscriptions.businessId, businessId));
      await endLostPlan(tx, businessId, now);
    }
  });
  return reading;
}

/**
 * A plan that the provider does not know cannot be renewed either: what was paid for is kept to its
 * end, and no longer.
 */
async function endLostPlan(tx: Transaction, businessId: string, now: Date): Promise<void> {
  const [over] = await tx
    .select({ businessId: subscriptions.businessId })
    .from(subscriptions)
    .where(
      and(
        eq(subscriptions.businessId, businessId),
        lt(subscriptions.currentPeriodEnd, new Date(now.getTime() - GRACE)),
      ),
    );
  if (!over) return;
  await tx
    .update(businesses)
    .set({ subscriptionStatus: 'canceled', updatedAt: now })
    .where(and(eq(businesses.id, businessId), eq(businesses.subscriptionStatus, 'active')));
}

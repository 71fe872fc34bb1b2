import { eq } from 'drizzle-orm';
import type { Transaction } from '../../db/database.ts';
import { businesses } from '../../db/tables/businesses.table.ts';
import { subscriptions } from '../../db/tables/subscription.table.ts';
import type { SubscriptionReading } from './read-subscription.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** The plan may be used: the provider still tries to collect what is past due. */
const USABLE = new Set(['active', 'trialing', 'past_due']);
/** The plan has ended, or rests. */
const OVER = new Set(['canceled', 'unpaid', 'paused']);
/** Nothing becomes of it any more. */
const ENDED = new Set(['canceled', 'incomplete_expired']);

export const isUsable = (status: string | null): boolean => USABLE.has(status ?? '');
export const isEnded = (status: string | null): boolean => ENDED.has(status ?? '');

type AccountStatus = 'trial' | 'active' | 'canceled';

/**
 * What an account may do, by what its subscription is. A purchase that never came about changes
 * nothing: whoever is on trial stays on trial.
 */
export function accountStatus(before: AccountStatus, providerStatus: string): AccountStatus {
  if (isUsable(providerStatus)) return 'active';
  if (OVER.has(providerStatus) && before !== 'trial') return 'canceled';
  return before;
}

/** When the job is to ask again; null when nothing can come of it any more. */
export function nextCheck(
  reading: Pick<SubscriptionReading, 'status' | 'currentPeriodEnd'>,
  now: Date,
): Date | null {
  const { status, currentPeriodEnd } = reading;
  if (isEnded(status)) return null;
  const after = (milliseconds: number) => new Date(now.getTime() + milliseconds);
  if (status === 'incomplete') return after(10 * MINUTE);
  // The provider renews about an hour after the period's end.
  const untilEnd = (currentPeriodEnd?.getTime() ?? Number.POSITIVE_INFINITY) - now.getTime();
  if (untilEnd <= 0) return after(15 * MINUTE);
  return after(Math.min(DAY, untilEnd + MINUTE));
}

interface Reading {
  businessId: string;
  /** Of `beginReading`. */
  number: number;
  reading: SubscriptionReading;
  /** The subscription that the account had when the reading began. */
  expected: string | null;
}

/**
 * Writes down what a reading says (under `lockSubscription`), unless a reading that began later has been written, or the account
 * has another subscription by now.
 * @returns whether it was written
 */
export async function applyReading(
  tx: Transaction,
  { businessId, number, reading, expected }: Reading,
  now: Date,
): Promise<boolean> {
  const [row] = await tx
    .select({ readApplied: subscriptions.readApplied })
    .from(subscriptions)
    .where(eq(subscriptions.businessId, businessId));
  if (!row || number <= row.readApplied) return false;
  const [account] = await tx
    .select({
      status: businesses.subscriptionStatus,
      subscriptionId: businesses.stripeSubscriptionId,
    })
    .from(businesses)
    .where(eq(businesses.id, businessId))
    .for('no key update');
  if (!account) return false;
  const { subscriptionId } = account;
  if (subscriptionId !== reading.id && subscriptionId !== expected) return false;
  const usable = isUsable(reading.status);
  await tx
    .update(subscriptions)
    .set({
      providerStatus: reading.status,
      plan: reading.plan,
      currentPeriodEnd: reading.currentPeriodEnd,
      cancelAtPeriodEnd: reading.ending,
      readApplied: number,
      nextCheckAt: nextCheck(reading, now),
      updatedAt: now,
    })
    .where(eq(subscriptions.businessId, businessId));
  await tx
    .update(businesses)
    .set({
      stripeSubscriptionId: reading.id,
      subscriptionStatus: accountStatus(account.status, reading.status),
      ...(usable ? { subscriptionPlan: reading.plan } : {}),
      updatedAt: now,
    })
    .where(eq(businesses.id, businessId));
  return true;
}

import { sql } from 'drizzle-orm';
import { withTransaction } from '../../db/with-transaction.ts';
import type { Services } from '../../platform/http/services.ts';
import { ProviderError } from '../../platform/payment-providers/payment-provider.ts';
import { preparePlatform } from './prepare-platform.ts';
import { syncSubscription } from './sync-subscription.ts';

const BATCH = 20;
/** How long a claimed account is left to the one who claimed it. */
const LEASE_MS = 10 * 60_000;

/**
 * Asks the provider about purchases that wait, periods that have ended, and everybody else once a
 * day: where an event is lost, the plan is right all the same. Safe on many instances at once: each
 * account is claimed by one.
 * @returns how many were asked about
 */
export async function checkSubscriptions(
  services: Pick<Services, 'db' | 'clock' | 'log' | 'payments' | 'appUrl'>,
): Promise<number> {
  const { db, clock, log, payments } = services;
  if (!payments.platform) return 0;
  await preparePlatform(services);
  let checked = 0;
  for (;;) {
    const now = clock.now();
    const lease = new Date(now.getTime() + LEASE_MS);
    const { rows } = await withTransaction(db, (tx) =>
      tx.execute<{ business_id: string }>(sql`
        update subscriptions set next_check_at = ${lease.toISOString()}::timestamptz
        where business_id in (
          select business_id from subscriptions
          where next_check_at <= ${now.toISOString()}::timestamptz
          order by next_check_at limit ${BATCH} for update skip locked)
        returning business_id`),
    );
    for (const { business_id: businessId } of rows) {
      try {
        await syncSubscription(services, businessId);
        checked += 1;
      } catch (error) {
        if (!(error instanceof ProviderError)) throw error;
        log.warn(
          { err: error, businessId },
          'a subscription could not be checked; it is tried again',
        );
        // One silence is a silence for all: the claimed ones are due again when the lease is over.
        if (error.kind === 'unavailable') return checked;
      }
    }
    if (rows.length < BATCH) return checked;
  }
}

import { sql } from 'drizzle-orm';
import { readAcrossOwners } from '../../db/across-owners.ts';
import type { Services } from '../../platform/http/services.ts';
import { ProviderError } from '../../platform/payment-providers/payment-provider.ts';
import { preparePlatform } from './prepare-platform.ts';
import { claimCheck } from './subscription.store.ts';
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
    const due = await readAcrossOwners<{ business_id: string }>(
      db.orm,
      'subscriptions to check',
      sql`
        select business_id from subscriptions
        where next_check_at <= ${now.toISOString()}::timestamptz
        order by next_check_at limit ${BATCH}`,
    );
    for (const { business_id: businessId } of due) {
      if (!(await claimCheck(db.orm, businessId, now, lease))) continue;
      try {
        await syncSubscription(services, businessId);
        checked += 1;
      } catch (error) {
        if (!(error instanceof ProviderError)) throw error;
        log.warn(
          { err: error, businessId },
          'a subscription could not be checked; it is tried again',
        );
        // One silence is a silence for all: this one is due again when the lease is over.
        if (error.kind === 'unavailable') return checked;
      }
    }
    if (due.length < BATCH) return checked;
  }
}

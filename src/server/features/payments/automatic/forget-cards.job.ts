import { sql } from 'drizzle-orm';
import { ownerByOwner, readAcrossOwners } from '../../../db/across-owners.ts';
import { withTransaction } from '../../../db/with-transaction.ts';
import type { Services } from '../../../platform/http/services.ts';
import { accountName, findProfile } from '../../profile/index.ts';
import { listDueRemovals } from './card-removal.store.ts';
import { listRetiredMandates, lockMandate } from './mandate.store.ts';
import { forgetCard, setAside } from './remove-card.ts';

const AT_ONCE = 50;
/** Keys that were changed by mistake can be put back meanwhile, and every card goes on. */
const KEYS_SETTLE_MS = 24 * 60 * 60_000;

/**
 * Asks providers to forget cards that are charged no more, until they have. Safe to run twice and on many
 * instances at once.
 * @returns how many are done with
 */
export async function forgetCards(services: Services): Promise<number> {
  const { db, clock } = services;
  const now = clock.now();
  const owners = await readAcrossOwners<{ business_id: string }>(
    db.orm,
    'saved cards to forget',
    sql`
      select distinct business_id from card_removals
      where next_attempt_at <= ${now.toISOString()}::timestamptz`,
  );
  return ownerByOwner(owners, async (businessId) => {
    let done = 0;
    for (const row of await listDueRemovals(db.orm, businessId, now, AT_ONCE)) {
      if (await forgetCard(services, row)) done += 1;
    }
    return done;
  });
}

/**
 * Sets cards aside that are saved in an account whose keys were replaced a day ago: they are charged no
 * more, and are forgotten while those keys are still kept.
 * @returns how many
 */
export async function setCardsAside(services: Services): Promise<number> {
  const { db, clock } = services;
  const now = clock.now();
  const since = new Date(now.getTime() - KEYS_SETTLE_MS).toISOString();
  const owners = await readAcrossOwners<{ business_id: string }>(
    db.orm,
    'saved cards of other accounts',
    sql`
      select distinct k.business_id from retired_payment_keys k
      join payment_mandates m on m.business_id = k.business_id and m.account = k.account
      where k.created_at < ${since}::timestamptz and m.ended_at is null and m.refused_at is null`,
  );
  return ownerByOwner(owners, async (businessId) => {
    const profile = await findProfile(db.orm, businessId);
    const current = (profile && accountName(services, profile, 'stripe')) ?? '';
    let done = 0;
    for (const found of await listRetiredMandates(db.orm, businessId, { current, since })) {
      done += await withTransaction(db, async (tx) => {
        const mandate = await lockMandate(tx, businessId, found.customerId);
        if (mandate?.id !== found.id || mandate.refusedAt) return 0;
        await setAside(tx, mandate, now);
        return 1;
      });
    }
    return done;
  });
}

import { sql } from 'drizzle-orm';
import { businessDay } from '../../../../shared/dates/calendar-date.ts';
import { ownerByOwner, readAcrossOwners } from '../../../db/across-owners.ts';
import type { Services } from '../../../platform/http/services.ts';
import { chargeSavedCard } from './charge-saved-card.ts';
import { listChargeable } from './list-chargeable.ts';

/**
 * Charges saved cards for what has become due where the business is. Safe to run twice, on many
 * instances at once, and to be killed: each attempt is a row with a key of its own.
 * @returns how many were charged
 */
export async function chargeSavedCards(services: Services): Promise<number> {
  const { db, clock } = services;
  const now = clock.now();
  const owners = await readAcrossOwners<{ business_id: string; time_zone: string | null }>(
    db.orm,
    'saved cards',
    sql`
      select m.business_id, p.time_zone from payment_mandates m
      join businesses b on b.id = m.business_id and b.suspended_at is null
      left join business_profiles p on p.business_id = m.business_id
      where m.ended_at is null and m.refused_at is null
      group by m.business_id, p.time_zone`,
  );
  const zones = new Map(owners.map(({ business_id, time_zone }) => [business_id, time_zone]));
  return ownerByOwner(owners, async (businessId) => {
    const timeZone = zones.get(businessId) ?? null;
    const today = businessDay(now, timeZone === null ? null : { timeZone });
    let charged = 0;
    for (const id of await listChargeable(db.orm, businessId, today, now)) {
      if (await chargeSavedCard(services, businessId, id)) charged += 1;
    }
    return charged;
  });
}

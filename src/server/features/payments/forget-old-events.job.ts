import { sql } from 'drizzle-orm';
import { ownerByOwner, readAcrossOwners } from '../../db/across-owners.ts';
import type { Services } from '../../platform/http/services.ts';

/** Providers send an event again for some days; one this old comes no more. */
const KEPT_DAYS = 90;
const BATCH = 5_000;

/** @returns how many names of events were removed */
export async function forgetOldEvents({
  db,
  clock,
}: Pick<Services, 'db' | 'clock'>): Promise<number> {
  const before = new Date(clock.now().getTime() - KEPT_DAYS * 86_400_000).toISOString();
  let removed = 0;
  for (;;) {
    const owners = await readAcrossOwners<{ business_id: string }>(
      db.orm,
      'old provider events',
      sql`
        select distinct business_id from (
          select business_id from provider_events where created_at < ${before}::timestamptz
          order by created_at limit ${BATCH}) oldest`,
    );
    if (owners.length === 0) return removed;
    removed += await ownerByOwner(owners, async (businessId) => {
      const { rowCount } = await db.orm.execute(sql`
        delete from provider_events
        where business_id = ${businessId} and created_at < ${before}::timestamptz`);
      return rowCount ?? 0;
    });
  }
}

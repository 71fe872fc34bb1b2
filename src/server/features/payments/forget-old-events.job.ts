import { sql } from 'drizzle-orm';
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
    const { rowCount } = await db.orm.execute(sql`
      delete from provider_events where ctid in (
        select ctid from provider_events where created_at < ${before}::timestamptz limit ${BATCH})`);
    removed += rowCount ?? 0;
    if ((rowCount ?? 0) < BATCH) return removed;
  }
}

import { sql } from 'drizzle-orm';
import { ownerByOwner, readAcrossOwners } from '../../db/across-owners.ts';
import type { Database } from '../../db/database.ts';
import type { Clock } from '../clock/clock.ts';

const DAYS_KEPT = 7;
const BATCH = 5_000;

/** Removes answers that nobody will ask for again. @returns how many */
export async function forgetOldKeys(db: Database, clock: Clock): Promise<number> {
  const before = new Date(clock.now().getTime() - DAYS_KEPT * 86_400_000).toISOString();
  let removed = 0;
  for (;;) {
    const owners = await readAcrossOwners<{ business_id: string }>(
      db.orm,
      'old request keys',
      sql`
        select distinct business_id from (
          select business_id from idempotency_keys where created_at < ${before}::timestamptz
          order by created_at limit ${BATCH}) oldest`,
    );
    if (owners.length === 0) return removed;
    removed += await ownerByOwner(owners, async (businessId) => {
      const { rowCount } = await db.orm.execute(sql`
        delete from idempotency_keys
        where business_id = ${businessId} and created_at < ${before}::timestamptz`);
      return rowCount ?? 0;
    });
  }
}

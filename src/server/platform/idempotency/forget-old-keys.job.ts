import { sql } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import type { Clock } from '../clock/clock.ts';

const DAYS_KEPT = 7;
const BATCH = 5_000;

/** Removes answers that nobody will ask for again, a batch at a time. @returns how many */
export async function forgetOldKeys(db: Database, clock: Clock): Promise<number> {
  const before = new Date(clock.now().getTime() - DAYS_KEPT * 86_400_000).toISOString();
  const { rowCount } = await db.orm.execute(sql`
    delete from idempotency_keys where (business_id, key) in (
      select business_id, key from idempotency_keys where created_at < ${before}::timestamptz
      order by created_at limit ${BATCH} for update skip locked)`);
  return rowCount ?? 0;
}

import { sql } from 'drizzle-orm';
import type { Queryable } from '../../db/database.ts';

const DAYS_TO_RESTORE = 30;

/** A deleted document can be brought back for 30 days (decision 16). */
export function canBeRestored(deletedAt: Date, now: Date): boolean {
  return now.getTime() - deletedAt.getTime() <= DAYS_TO_RESTORE * 86_400_000;
}

/** A document does not come back without its customer. */
export async function bringCustomerBack(
  db: Queryable,
  userId: string,
  customerId: number,
): Promise<void> {
  await db.execute(sql`
    update customers set deleted_at = null, version = version + 1
    where user_id = ${userId} and id = ${customerId} and deleted_at is not null`);
}

import { sql } from 'drizzle-orm';
import type { Queryable } from '../../db/database.ts';

/** A document does not come back without its customer. */
export async function restoreDeletedCustomer(
  db: Queryable,
  businessId: string,
  customerId: number,
): Promise<void> {
  await db.execute(sql`
    update customers set deleted_at = null, version = version + 1
    where business_id = ${businessId} and id = ${customerId} and deleted_at is not null`);
}

import { sql } from 'drizzle-orm';
import { notFound } from '../../../shared/errors/app-error.ts';
import type { Queryable } from '../../db/database.ts';
import { executeNamed } from '../../db/named-statements.ts';

/**
 * The owner's customer, held against deletion until the transaction ends.
 * @throws AppError NOT_FOUND (decision 5)
 */
export async function lockCustomer(
  db: Queryable,
  businessId: string,
  customerId: number,
): Promise<{ name: string; company: string | null }> {
  const { rows } = await executeNamed<{ name: string; company: string | null }>(
    db,
    sql`
    select name, company from customers
    where business_id = ${businessId} and id = ${customerId} and deleted_at is null for share`,
  );
  const [customer] = rows;
  if (!customer) throw notFound('Customer');
  return customer;
}
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

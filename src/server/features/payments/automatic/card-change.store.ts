import { and, desc, eq } from 'drizzle-orm';
import type { Queryable, Transaction } from '../../../db/database.ts';
import { cardChanges } from '../../../db/tables/payments.table.ts';
import { ownedRows, rowsOfCustomers } from '../../../platform/records/record-store.ts';

export type CardChangeRow = typeof cardChanges.$inferSelect;

export const {
  insert: insertCardChange,
  lock: lockCardChange,
  update: updateCardChange,
} = ownedRows(cardChanges);

const ofCustomers = rowsOfCustomers(cardChanges);

/** Those of some customers that a card may still come of, the newest first. */
export function listOpenCardChanges(
  db: Queryable,
  businessId: string,
  customerIds: readonly number[],
): Promise<CardChangeRow[]> {
  return db
    .select()
    .from(cardChanges)
    .where(and(ofCustomers(businessId, customerIds), eq(cardChanges.status, 'open')))
    .orderBy(desc(cardChanges.id))
    .limit(10);
}

/** By the provider's name for it. */
export async function findCardChange(
  db: Queryable,
  businessId: string,
  providerId: string,
): Promise<CardChangeRow | undefined> {
  const [row] = await db
    .select()
    .from(cardChanges)
    .where(and(eq(cardChanges.businessId, businessId), eq(cardChanges.providerId, providerId)));
  return row;
}

/** Only what a customer began last counts. */
export async function endOpenCardChanges(
  tx: Transaction,
  businessId: string,
  customerId: number,
): Promise<void> {
  await tx
    .update(cardChanges)
    .set({ status: 'ended' })
    .where(and(ofCustomers(businessId, [customerId]), eq(cardChanges.status, 'open')));
}

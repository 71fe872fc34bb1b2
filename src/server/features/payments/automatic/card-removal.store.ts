import { and, asc, eq, lte, sql } from 'drizzle-orm';
import type { Queryable } from '../../../db/database.ts';
import { cardRemovals } from '../../../db/tables/automatic-payment.table.ts';
import { ownedRows } from '../../../platform/records/record-store.ts';

export type CardRemovalRow = typeof cardRemovals.$inferSelect;

const { one } = ownedRows(cardRemovals);

/** A card, by the account that it is saved in and the provider's name for it. */
export type RemovableCard = Pick<CardRemovalRow, 'businessId' | 'account' | 'providerMethod'>;

/** Has the job ask the provider to forget a card, once the transaction is committed. */
export async function insertRemoval(
  db: Queryable,
  { businessId, account, providerMethod }: RemovableCard,
  now: Date,
): Promise<void> {
  await db
    .insert(cardRemovals)
    .values({ businessId, account, providerMethod, nextAttemptAt: now, createdAt: now })
    .onConflictDoNothing();
}

export async function findRemoval(
  db: Queryable,
  { businessId, account, providerMethod }: RemovableCard,
): Promise<CardRemovalRow | undefined> {
  const [row] = await db
    .select()
    .from(cardRemovals)
    .where(
      and(
        eq(cardRemovals.businessId, businessId),
        eq(cardRemovals.account, account),
        eq(cardRemovals.providerMethod, providerMethod),
      ),
    );
  return row;
}

export function listDueRemovals(
  db: Queryable,
  businessId: string,
  now: Date,
  limit: number,
): Promise<CardRemovalRow[]> {
  return db
    .select()
    .from(cardRemovals)
    .where(and(eq(cardRemovals.businessId, businessId), lte(cardRemovals.nextAttemptAt, now)))
    .orderBy(asc(cardRemovals.nextAttemptAt))
    .limit(limit);
}

/** Puts the next turn off, so that another instance leaves it alone. @returns whether it was this one's turn */
export async function claimRemoval(
  db: Queryable,
  { businessId, id, attempts }: CardRemovalRow,
  nextAttemptAt: Date,
): Promise<boolean> {
  const claimed = await db
    .update(cardRemovals)
    .set({ attempts: sql`${cardRemovals.attempts} + 1`, nextAttemptAt })
    .where(and(one(businessId, id), eq(cardRemovals.attempts, attempts)))
    .returning({ id: cardRemovals.id });
  return claimed.length > 0;
}

export async function deleteRemoval(
  db: Queryable,
  { businessId, id }: CardRemovalRow,
): Promise<void> {
  await db.delete(cardRemovals).where(one(businessId, id));
}

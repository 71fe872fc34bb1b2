import { and, eq, sql } from 'drizzle-orm';
import type { EstimateEventType } from '../../../shared/estimates/estimate.contract.ts';
import type { Queryable } from '../../db/database.ts';
import { estimates } from '../../db/tables/estimates.table.ts';
import { recordEvents } from '../../platform/events/record-events.ts';
import type { NumberedDocuments } from '../documents/index.ts';

export type StoredEstimate = typeof estimates.$inferSelect;

const one = (businessId: string, id: number) =>
  and(eq(estimates.businessId, businessId), eq(estimates.id, id));

/** Locks the estimate, deleted or not, until the transaction ends. */
export async function lockEstimate(
  db: Queryable,
  businessId: string,
  id: number,
): Promise<StoredEstimate | undefined> {
  const [row] = await db.select().from(estimates).where(one(businessId, id)).for('update');
  return row;
}

export async function insertEstimate(
  db: Queryable,
  values: typeof estimates.$inferInsert,
): Promise<StoredEstimate> {
  const [row] = await db.insert(estimates).values(values).returning();
  if (!row) throw new Error('the inserted estimate was not returned');
  return row;
}

/** Every change counts the version up. */
export async function updateEstimateRow(
  db: Queryable,
  businessId: string,
  id: number,
  values: Partial<typeof estimates.$inferInsert>,
): Promise<void> {
  await db
    .update(estimates)
    .set({ ...values, version: sql`${estimates.version} + 1` })
    .where(one(businessId, id));
}

export async function insertEstimateEvent(
  db: Queryable,
  { businessId, id }: Pick<StoredEstimate, 'businessId' | 'id'>,
  type: EstimateEventType,
  data: Record<string, unknown>,
  now: Date,
): Promise<void> {
  await recordEvents(db, [{ businessId, estimateId: id, type, data, createdAt: now }]);
}

export const ESTIMATE_NUMBERS: NumberedDocuments = {
  name: 'Estimate',
  prefix: 'EST',
  field: 'estimateNumber',
  constraint: 'estimates_number',
  async takenKeys(db, businessId, keys) {
    const { rows } = await db.execute<{ number_key: string }>(sql`
      select number_key from ${estimates}
      where business_id = ${businessId} and number_key = any(${sql.param(keys)}::text[])`);
    return new Set(rows.map((row) => row.number_key));
  },
};

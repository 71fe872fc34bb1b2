import type { EstimateEventType } from '../../../shared/estimates/estimate.contract.ts';
import type { Queryable } from '../../db/database.ts';
import { estimates } from '../../db/tables/estimates.table.ts';
import { recordEvents } from '../../platform/events/record-events.ts';
import { recordStore } from '../../platform/records/record-store.ts';

export type StoredEstimate = typeof estimates.$inferSelect;

export const { lock: lockEstimate, update: updateEstimateRow } = recordStore(estimates);

export async function insertEstimate(
  db: Queryable,
  values: typeof estimates.$inferInsert,
): Promise<StoredEstimate> {
  const [row] = await db.insert(estimates).values(values).returning();
  if (!row) throw new Error('the inserted estimate was not returned');
  return row;
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

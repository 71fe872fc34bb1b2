import { and, desc, eq } from 'drizzle-orm';
import type { EstimateEventType } from '../../../shared/estimates/estimate.contract.ts';
import type { Queryable } from '../../db/database.ts';
import { estimateAnswers } from '../../db/tables/estimate-answers.table.ts';
import { estimates } from '../../db/tables/estimates.table.ts';
import { recordEvents } from '../../platform/events/record-events.ts';
import { ownedRows, recordStore } from '../../platform/records/record-store.ts';
import { withoutNumbers } from '../documents/index.ts';

export type StoredEstimate = typeof estimates.$inferSelect;

export const { lock: lockEstimate, update: updateEstimateRow } = recordStore(estimates);
export const { insert: insertEstimate } = ownedRows(estimates);

/** Takes the numbers off drafts that were never issued and that no message is on its way with. */
export async function clearEstimateNumbers(
  db: Queryable,
  businessId: string,
  now: Date,
): Promise<void> {
  const { values, drafts } = withoutNumbers('estimate', businessId, estimates, now);
  await db
    .update(estimates)
    .set({ estimateNumber: '', ...values })
    .where(drafts);
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

/** What its customer answered last. */
export async function findLastAnswer(
  db: Queryable,
  { businessId, id }: Pick<StoredEstimate, 'businessId' | 'id'>,
): Promise<Pick<typeof estimateAnswers.$inferSelect, 'number' | 'answer'> | undefined> {
  const [last] = await db
    .select({ number: estimateAnswers.number, answer: estimateAnswers.answer })
    .from(estimateAnswers)
    .where(and(eq(estimateAnswers.businessId, businessId), eq(estimateAnswers.estimateId, id)))
    .orderBy(desc(estimateAnswers.number))
    .limit(1);
  return last;
}

/** One answer of its customer. */
export async function findAnswer(
  db: Queryable,
  { businessId, id }: Pick<StoredEstimate, 'businessId' | 'id'>,
  number: number,
): Promise<typeof estimateAnswers.$inferSelect | undefined> {
  const [found] = await db
    .select()
    .from(estimateAnswers)
    .where(
      and(
        eq(estimateAnswers.businessId, businessId),
        eq(estimateAnswers.estimateId, id),
        eq(estimateAnswers.number, number),
      ),
    );
  return found;
}

/** Adds what a customer answers. @param estimate locked, so that no two have one number */
export async function insertAnswer(
  db: Queryable,
  estimate: Pick<StoredEstimate, 'businessId' | 'id'>,
  values: Omit<typeof estimateAnswers.$inferInsert, 'businessId' | 'estimateId' | 'number'>,
): Promise<number> {
  const { businessId, id: estimateId } = estimate;
  const number = ((await findLastAnswer(db, estimate))?.number ?? 0) + 1;
  await db.insert(estimateAnswers).values({ ...values, businessId, estimateId, number });
  return number;
}

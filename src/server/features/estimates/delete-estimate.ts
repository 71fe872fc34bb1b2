import { canBeRestored } from '../../../shared/dates/instants.ts';
import { notFound } from '../../../shared/errors/app-error.ts';
import type { EstimateDetail } from '../../../shared/estimates/estimate.contract.ts';
import { withTransaction } from '../../db/with-transaction.ts';
import type { Services } from '../../platform/http/services.ts';
import { restoreDeletedCustomer } from '../customers/index.ts';
import { insertEstimateEvent, lockEstimate, updateEstimateRow } from './estimate.store.ts';
import { readEstimate } from './read-estimates.ts';

/** Gone from lists and sums at once; its number stays taken, its invoice stays (decision 16). */
export function deleteEstimate(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  businessId: string,
  id: number,
): Promise<{ id: number }> {
  return withTransaction(db, async (tx) => {
    const stored = await lockEstimate(tx, businessId, id);
    if (!stored || stored.deletedAt) throw notFound('Estimate');
    const now = clock.now();
    await updateEstimateRow(tx, businessId, id, { deletedAt: now });
    await insertEstimateEvent(tx, stored, 'estimate.deleted', {}, now);
    return { id };
  });
}

/**
 * Takes a deletion back, for 30 days; an estimate that is not deleted is answered as it is. A
 * customer who was deleted since comes back with it.
 * @throws AppError NOT_FOUND when there is none, or it is too late
 */
export function restoreEstimate(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  businessId: string,
  id: number,
): Promise<EstimateDetail> {
  return withTransaction(db, async (tx) => {
    const stored = await lockEstimate(tx, businessId, id);
    if (stored?.deletedAt) {
      const now = clock.now();
      if (!canBeRestored(stored.deletedAt, now)) throw notFound('Estimate');
      await updateEstimateRow(tx, businessId, id, { deletedAt: null });
      await restoreDeletedCustomer(tx, businessId, stored.customerId);
      await insertEstimateEvent(tx, stored, 'estimate.restored', {}, now);
    }
    return readEstimate(tx, businessId, id);
  });
}

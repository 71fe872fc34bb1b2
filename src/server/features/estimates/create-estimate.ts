import type { EstimateDetail, EstimateInput } from '../../../shared/estimates/estimate.contract.ts';
import type { Services } from '../../platform/http/services.ts';
import { runIdempotently } from '../../platform/idempotency/run-idempotently.ts';
import { insertParts, newContent, withNumberClash } from '../documents/index.ts';
import { makeInvoice, withInvoiceNumber } from './convert-estimate.ts';
import { ESTIMATE_NUMBERS, insertEstimate, insertEstimateEvent } from './estimate.store.ts';
import { readEstimate } from './read-estimates.ts';

/**
 * Makes an estimate; one born accepted makes its invoice in the same transaction.
 * @throws AppError NUMBER_TAKEN with a `suggestion`, NOT_FOUND (customer, item), VALIDATION (too
 *   large), and when accepted SUBSCRIPTION_REQUIRED
 */
export function createEstimate(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  businessId: string,
  input: EstimateInput,
  key?: string,
): Promise<EstimateDetail> {
  return withNumberClash(ESTIMATE_NUMBERS, db.orm, businessId, input.estimateNumber, () =>
    withInvoiceNumber(() =>
      runIdempotently(db, { businessId, key, call: 'estimates.create', input }, async (tx) => {
        const now = clock.now();
        const { status } = input;
        const { values, lines } = await newContent(tx, 'estimate', businessId, input, now);
        const stored = await insertEstimate(tx, { ...values, status });
        const { id } = stored;
        await insertParts(tx, { of: 'estimate', businessId, id }, lines);
        await insertEstimateEvent(tx, stored, 'estimate.created', { status }, now);
        if (status === 'accepted') {
          const made = await makeInvoice(tx, stored, now);
          await insertEstimateEvent(tx, stored, 'estimate.accepted', { ...made }, now);
        }
        return readEstimate(tx, businessId, id);
      }),
    ),
  );
}

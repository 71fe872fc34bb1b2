import { AppError, notFound } from '../../../shared/errors/app-error.ts';
import type {
  EstimateDetail,
  EstimateUpdateInput,
} from '../../../shared/estimates/estimate.contract.ts';
import type { Transaction } from '../../db/database.ts';
import { withTransaction } from '../../db/with-transaction.ts';
import type { Services } from '../../platform/http/services.ts';
import { changedContent, replaceLineItems, withNumberClash } from '../documents/index.ts';
import { followEdit, lockUnsent } from '../emails/index.ts';
import { changeEstimate, refuseConverted } from './change-estimate.ts';
import { withInvoiceNumber } from './convert-estimate.ts';
import type { StoredEstimate } from './estimate.store.ts';
import { ESTIMATE_NUMBERS, lockEstimate } from './estimate.store.ts';
import { estimateToSend } from './mailed-estimates.ts';
import { readEstimate } from './read-estimates.ts';

/**
 * Saves an edited estimate. Absent fields stay as they are stored; accepted makes its invoice in the
 * same transaction.
 * @throws AppError CONFLICT once it has become an invoice, STALE with the `current` estimate,
 *   NUMBER_TAKEN with a `suggestion`, NOT_FOUND (estimate, customer, item), VALIDATION,
 *   SUBSCRIPTION_REQUIRED, which saves nothing
 */
export function updateEstimate(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  businessId: string,
  input: EstimateUpdateInput,
): Promise<EstimateDetail> {
  return withNumberClash(ESTIMATE_NUMBERS, db.orm, businessId, input.estimateNumber, () =>
    withInvoiceNumber(() =>
      withTransaction(db, async (tx) => {
        const stored = await lockEstimate(tx, businessId, input.id);
        if (!stored || stored.deletedAt) throw notFound('Estimate');
        await refuseConverted(tx, stored);
        if (input.version !== undefined && input.version !== stored.version) {
          throw new AppError('STALE', 'This estimate was changed elsewhere since you opened it', {
            current: await readEstimate(tx, businessId, input.id),
          });
        }
        const unsent = await lockUnsent(tx, { of: 'estimate', businessId, id: input.id });
        const before = unsent.length > 0 && (await readEstimate(tx, businessId, input.id));
        const now = clock.now();
        await save(tx, stored, input, now);
        const after = await readEstimate(tx, businessId, input.id);
        if (!before) return after;
        await followEdit(
          tx,
          unsent,
          estimateToSend(businessId, before),
          estimateToSend(businessId, after),
          now,
        );
        return readEstimate(tx, businessId, input.id);
      }),
    ),
  );
}

async function save(
  tx: Transaction,
  stored: StoredEstimate,
  input: EstimateUpdateInput,
  now: Date,
): Promise<void> {
  const change = await changedContent(tx, 'estimate', stored, input, now);
  const { status = stored.status } = input;
  if (input.lineItems) {
    const { businessId, id } = stored;
    await replaceLineItems(tx, { of: 'estimate', businessId, id }, change.lines);
  }
  await changeEstimate(tx, stored, { ...change, status }, now);
}

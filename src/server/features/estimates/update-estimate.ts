import { AppError, notFound } from '../../../shared/errors/app-error.ts';
import type {
  EstimateDetail,
  EstimateEventType,
  EstimateUpdateInput,
} from '../../../shared/estimates/estimate.contract.ts';
import type { EstimateStatus } from '../../../shared/estimates/estimate-status.ts';
import type { Transaction } from '../../db/database.ts';
import { withTransaction } from '../../db/with-transaction.ts';
import type { Services } from '../../platform/http/services.ts';
import { changedContent, replaceLineItems, withNumberClash } from '../documents/index.ts';
import { followEdit, lockUnsent } from '../emails/index.ts';
import { lockInvoice } from '../invoices/index.ts';
import { makeInvoice, withInvoiceNumber } from './convert-estimate.ts';
import type { StoredEstimate } from './estimate.store.ts';
import {
  ESTIMATE_NUMBERS,
  insertEstimateEvent,
  lockEstimate,
  updateEstimateRow,
} from './estimate.store.ts';
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

/** From then on, the invoice says what was agreed. @throws AppError CONFLICT */
async function refuseConverted(
  tx: Transaction,
  { businessId, invoiceId }: StoredEstimate,
): Promise<void> {
  if (invoiceId === null) return;
  const invoiceNumber = (await lockInvoice(tx, businessId, invoiceId))?.invoiceNumber;
  throw new AppError(
    'CONFLICT',
    `This estimate became invoice ${invoiceNumber}. Change the invoice instead.`,
    { invoiceId, invoiceNumber },
  );
}

async function save(
  tx: Transaction,
  stored: StoredEstimate,
  input: EstimateUpdateInput,
  now: Date,
): Promise<void> {
  const { businessId, id } = stored;
  const status = input.status ?? stored.status;
  const change = await changedContent(tx, 'estimate', stored, input, now);
  await updateEstimateRow(tx, businessId, id, { ...change.values, status });
  if (input.lineItems) {
    await replaceLineItems(tx, { of: 'estimate', businessId, id }, change.lines);
  }
  if (change.isEdit) await insertEstimateEvent(tx, stored, 'estimate.edited', {}, now);
  const saved = status === 'accepted' ? await lockEstimate(tx, businessId, id) : undefined;
  const made = saved && (await makeInvoice(tx, saved, now));
  if (status !== stored.status || made) {
    const data = made ?? { from: stored.status, to: status };
    await insertEstimateEvent(tx, stored, happening(stored.status, status), { ...data }, now);
  }
}

function happening(from: EstimateStatus, to: EstimateStatus): EstimateEventType {
  if (to === 'draft') return 'estimate.reopened';
  if (to === 'sent') return from === 'draft' ? 'estimate.sent' : 'estimate.reopened';
  return `estimate.${to}`;
}

import type { EstimateDetail, EstimateInput } from '../../../shared/estimates/estimate.contract.ts';
import type { Services } from '../../platform/http/services.ts';
import { runIdempotently } from '../../platform/idempotency/run-idempotently.ts';
import { invoiceSearchPart } from '../customers/index.ts';
import {
  checkItems,
  computeDocument,
  insertLineItems,
  insertPublicId,
  lockCustomer,
  numberKey,
  searchText,
  withNumberClash,
} from '../documents/index.ts';
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
  const { customerId, estimateNumber, status, issueDate, expiryDate, notes, terms } = input;
  return withNumberClash(ESTIMATE_NUMBERS, db.orm, businessId, estimateNumber, () =>
    withInvoiceNumber(() =>
      runIdempotently(db, { businessId, key, call: 'estimates.create', input }, async (tx) => {
        const now = clock.now();
        const { lines, amounts } = computeDocument(
          input.lineItems,
          input.taxRate,
          input.taxAmount ?? '0.00',
        );
        const customer = await lockCustomer(tx, businessId, customerId);
        await checkItems(tx, businessId, lines);
        const stored = await insertEstimate(tx, {
          businessId,
          customerId,
          estimateNumber,
          numberKey: numberKey(estimateNumber),
          status,
          issueDate,
          expiryDate,
          notes,
          terms,
          ...amounts,
          searchText: searchText(estimateNumber, invoiceSearchPart(customer)),
          createdAt: now,
          updatedAt: now,
        });
        const { id } = stored;
        const document = { of: 'estimate', businessId, id } as const;
        await insertLineItems(tx, document, lines);
        await insertPublicId(tx, document);
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

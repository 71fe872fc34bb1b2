import type { Deposit } from '../../../shared/deposits/deposit.ts';
import { AppError, invalidField } from '../../../shared/errors/app-error.ts';
import type { EstimateStatus } from '../../../shared/estimates/estimate-status.ts';
import type {
  EstimateDetail,
  EstimateInput,
  EstimateUpdateInput,
} from '../../../shared/estimates/estimate.contract.ts';
import { requireAmount } from '../../../shared/money/check-amount.ts';
import { compareMoney, formatMoney, money } from '../../../shared/money/money.ts';
import type { Transaction } from '../../db/database.ts';
import { withTransaction } from '../../db/with-transaction.ts';
import type { Services } from '../../platform/http/services.ts';
import { runIdempotently } from '../../platform/idempotency/run-idempotently.ts';
import {
  requireLive,
  requireRestorable,
  requireVersion,
} from '../../platform/records/change-record.ts';
import { restoreDeletedCustomer } from '../customers/index.ts';
import {
  asPriced,
  changedContent,
  ESTIMATE_NUMBERS,
  insertParts,
  newContent,
  refuseDeletionOfNumbered,
  replaceLineItems,
  withNumberClash,
  writeRevision,
} from '../documents/index.ts';
import type { MailingServices } from '../emails/index.ts';
import {
  isAddress,
  queueDocument,
  readHold,
  saveWithEmails,
  takeBackMessages,
} from '../emails/index.ts';
import {
  acceptLocked,
  changeEstimate,
  refuseConverted,
  takeBackWhenSetBack,
} from './change-estimate.ts';
import { withInvoiceNumber } from './convert-estimate.ts';
import { estimateToSend } from './estimate-to-send.ts';
import type { StoredEstimate } from './estimate.store.ts';
import {
  insertEstimate,
  insertEstimateEvent,
  lockEstimate,
  updateEstimateRow,
} from './estimate.store.ts';
import { readEstimate } from './read-estimates.ts';
import { refuseEditWithDeposits } from './request-deposit.ts';

/**
 * Makes an estimate; one born accepted makes its invoice in the same transaction, and one born sent is queued as
 * an e-mail in it where that is asked for.
 * @throws AppError NUMBER_TAKEN with a `suggestion`, NOT_FOUND (customer, item), VALIDATION (too
 *   large), and when accepted SUBSCRIPTION_REQUIRED
 */
export function createEstimate(
  services: MailingServices,
  businessId: string,
  input: EstimateInput,
  key?: string,
): Promise<EstimateDetail> {
  const { db, clock } = services;
  return withNumberClash(ESTIMATE_NUMBERS, db.orm, businessId, input.estimateNumber, () =>
    withInvoiceNumber(() =>
      runIdempotently(db, { businessId, key, call: 'estimates.create', input }, async (tx) => {
        const now = clock.now();
        const { status } = input;
        const { values, lines } = await newContent(tx, 'estimate', businessId, input, {
          now,
          isIssued: status !== 'draft',
          deduct: asPriced,
        });
        const stored = await insertEstimate(tx, {
          ...values,
          status,
          onAcceptance: input.onAcceptance ?? null,
          deposit: checkDeposit(values),
        });
        const { id } = stored;
        await insertParts(tx, { of: 'estimate', businessId, id }, lines);
        await insertEstimateEvent(tx, stored, 'estimate.created', { status }, now);
        if (status !== 'draft') await writeRevision(tx, { of: 'estimate', businessId, id }, now);
        if (status === 'accepted') {
          const made = await acceptLocked(tx, stored, now);
          await insertEstimateEvent(tx, stored, 'estimate.accepted', { ...made }, now);
        }
        const estimate = await readEstimate(tx, businessId, id);
        const isMailed = status === 'sent' && input.sendEmail === true;
        if (!isMailed || !isAddress(estimate.customer.email)) return estimate;
        const holdSeconds = readHold(services, input.hold);
        await queueDocument(tx, estimateToSend(businessId, estimate), {}, now, holdSeconds);
        return readEstimate(tx, businessId, id);
      }),
    ),
  );
}

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
        const stored = requireLive('Estimate', await lockEstimate(tx, businessId, input.id));
        return updateEstimateIn(tx, stored, input, clock.now());
      }),
    ),
  );
}

/** The same of a locked estimate inside the caller's transaction. */
export async function updateEstimateIn(
  tx: Transaction,
  stored: StoredEstimate,
  input: EstimateUpdateInput,
  now: Date,
): Promise<EstimateDetail> {
  const { businessId, id } = stored;
  const read = () => readEstimate(tx, businessId, id);
  const toSend = (estimate: EstimateDetail) => estimateToSend(businessId, estimate);
  await refuseConverted(tx, stored);
  await requireVersion('Estimate', stored, input.version, read);
  const document = { of: 'estimate', businessId, id } as const;
  const edit = () => editEstimateIn(tx, stored, input, now);
  await takeBackWhenSetBack(tx, stored, input.status, now);
  return saveWithEmails(tx, document, { read, toSend }, edit, now);
}

/**
 * What an edit makes of a locked estimate, without writing it.
 * @throws AppError NOT_FOUND (customer, item), VALIDATION
 */
export async function planEstimateEdit(
  tx: Transaction,
  stored: StoredEstimate,
  input: EstimateUpdateInput,
  now: Date,
) {
  const { status = stored.status, onAcceptance = stored.onAcceptance } = input;
  const change = await changedContent(tx, 'estimate', stored, input, {
    now,
    isIssued: status !== 'draft',
    deduct: asPriced,
  });
  const { deposit = stored.deposit, total, currency } = change.values;
  const values = {
    ...change.values,
    onAcceptance,
    deposit: checkDeposit({ deposit, total, currency }),
  };
  return { ...change, values, status };
}

/** Writes an edit of a locked estimate. @throws AppError see updateEstimate */
export async function editEstimateIn(
  tx: Transaction,
  stored: StoredEstimate,
  input: EstimateUpdateInput,
  now: Date,
): Promise<void> {
  const { businessId, id } = stored;
  const change = await planEstimateEdit(tx, stored, input, now);
  if (input.lineItems) {
    await replaceLineItems(tx, { of: 'estimate', businessId, id }, change.lines);
  }
  if (change.isEdit) {
    await refuseEditWithDeposits(tx, stored);
    refuseEditOfAccepted(stored, change.status);
  }
  await changeEstimate(tx, stored, change, now);
}

/**
 * What a customer has signed does not change under the signature: the changed estimate is to be
 * accepted anew.
 * @throws AppError CONFLICT
 */
function refuseEditOfAccepted({ acceptanceNumber }: StoredEstimate, status: EstimateStatus): void {
  if (acceptanceNumber === null || status !== 'accepted') return;
  throw new AppError(
    'CONFLICT',
    'The customer accepted this estimate online. Set it back to draft or sent to change it; it then needs to be accepted again.',
  );
}

/**
 * A deposit in its currency's decimals.
 * @throws AppError VALIDATION for one above the total, or of wrong decimals
 */
function checkDeposit({
  deposit,
  total,
  currency,
}: Pick<EstimateDetail, 'total' | 'currency'> & { deposit?: Deposit | null | undefined }) {
  if (!deposit?.amount) return deposit ?? null;
  const asked = requireAmount(deposit.amount, currency, 'deposit.amount', 'Deposit amount');
  const most = money(total, currency);
  if (compareMoney(asked, most) > 0) {
    const message = `Deposit amount must be at most the total, ${formatMoney(most)}`;
    throw invalidField('deposit.amount', message);
  }
  return { percent: null, amount: asked.amount };
}

/**
 * Gone from lists and sums at once; its number stays taken, its invoice stays (decision 16).
 * @throws AppError NOT_FOUND, CONFLICT (a number of a series; an email with it is being sent)
 */
export function deleteEstimate(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  businessId: string,
  id: number,
): Promise<{ id: number }> {
  return withTransaction(db, async (tx) => {
    const stored = requireLive('Estimate', await lockEstimate(tx, businessId, id));
    refuseDeletionOfNumbered('estimate', stored);
    const now = clock.now();
    const document = { of: 'estimate', businessId, id } as const;
    await takeBackMessages(tx, document, 'deleted', now, { cannot: 'be deleted' });
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
    const now = clock.now();
    const stored = await lockEstimate(tx, businessId, id);
    const deleted = requireRestorable('Estimate', stored, now);
    if (deleted) {
      await updateEstimateRow(tx, businessId, id, { deletedAt: null });
      await restoreDeletedCustomer(tx, businessId, deleted.customerId);
      await insertEstimateEvent(tx, deleted, 'estimate.restored', {}, now);
    }
    return readEstimate(tx, businessId, id);
  });
}

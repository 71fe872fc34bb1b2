import { namedInvoice } from '../../../shared/documents/document-number.ts';
import { AppError } from '../../../shared/errors/app-error.ts';
import type { EstimateStatus } from '../../../shared/estimates/estimate-status.ts';
import type {
  EstimateDetail,
  EstimateEventType,
} from '../../../shared/estimates/estimate.contract.ts';
import type { Transaction } from '../../db/database.ts';
import { withTransaction } from '../../db/with-transaction.ts';
import type { Services } from '../../platform/http/services.ts';
import { requireLive } from '../../platform/records/change-record.ts';
import { giveNumber, requireIssuable, writeRevision } from '../documents/index.ts';
import { takeBackMessages } from '../emails/index.ts';
import { findDepositsOfEstimate, lockInvoice } from '../invoices/index.ts';
import type { MadeInvoice } from './convert-estimate.ts';
import { madeBefore, makeInvoice, withInvoiceNumber } from './convert-estimate.ts';
import type { StoredEstimate } from './estimate.store.ts';
import { insertEstimateEvent, lockEstimate, updateEstimateRow } from './estimate.store.ts';
import { readEstimate } from './read-estimates.ts';
import { makeDepositInvoice } from './request-deposit.ts';

/**
 * Sets the status of an estimate; accepted makes its invoice in the same transaction. One that has
 * the status already is answered as it is, so that asking twice is asking once.
 * @throws AppError NOT_FOUND, CONFLICT once it has become an invoice, or when that was deleted,
 *   SUBSCRIPTION_REQUIRED, which changes nothing
 */
export function setEstimateStatus(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  businessId: string,
  id: number,
  status: EstimateStatus,
): Promise<EstimateDetail> {
  return withInvoiceNumber(() =>
    withTransaction(db, async (tx) => {
      const stored = requireLive('Estimate', await lockEstimate(tx, businessId, id));
      const now = clock.now();
      if (stored.status !== status) {
        await refuseConverted(tx, stored);
        await takeBackWhenSetBack(tx, stored, status, now);
        await changeEstimate(tx, stored, { status }, now);
      } else if (stored.invoiceId !== null) await madeBefore(tx, stored, stored.invoiceId, now);
      return readEstimate(tx, businessId, id);
    }),
  );
}

/**
 * What waits to bring an estimate is taken back where it is to be a draft again.
 * @throws AppError CONFLICT while one is being sent
 */
export async function takeBackWhenSetBack(
  tx: Transaction,
  { businessId, id, status: before }: StoredEstimate,
  asked: EstimateStatus | undefined,
  now: Date,
): Promise<void> {
  if (before === 'draft' || asked !== 'draft') return;
  const refused = { path: 'status', cannot: 'be set back to draft' } as const;
  await takeBackMessages(tx, { of: 'estimate', businessId, id }, 'drafted', now, refused);
}

/** From then on, the invoice says what was agreed. @throws AppError CONFLICT */
export async function refuseConverted(
  tx: Transaction,
  { businessId, invoiceId }: StoredEstimate,
): Promise<void> {
  if (invoiceId === null) return;
  const invoiceNumber = (await lockInvoice(tx, businessId, invoiceId))?.invoiceNumber;
  throw new AppError(
    'CONFLICT',
    `This estimate became ${namedInvoice(invoiceNumber ?? '')}. Change the invoice instead.`,
    { invoiceId, invoiceNumber },
  );
}

interface Change {
  status: EstimateStatus;
  /** The columns that an edit sets, and whether anything that the estimate says is another now. */
  values?: Partial<StoredEstimate>;
  isEdit?: boolean;
}

/** Writes an edit and a status, and what follows from them: history, and an accepted one's invoice. */
export async function changeEstimate(
  tx: Transaction,
  stored: StoredEstimate,
  { status, values, isEdit = false }: Change,
  now: Date,
): Promise<void> {
  const { businessId, id } = stored;
  // An edit has been asked for it already.
  if (!values && stored.status === 'draft') await requireIssuable(tx, stored);
  const issues = stored.status === 'draft' && status !== 'draft';
  const given = issues && (await giveNumber(tx, 'estimate', { ...stored, ...values }, now));
  await updateEstimateRow(tx, businessId, id, {
    ...values,
    ...given,
    status,
    // What a customer accepted is what it said then, until it is taken back or says something else.
    ...(status !== 'accepted' || isEdit ? { acceptanceNumber: null } : {}),
    updatedAt: now,
  });
  // Issued by this, or changed since: what is out says what the rows say (decision 38).
  if (status !== 'draft' && (stored.status === 'draft' || isEdit)) {
    await writeRevision(tx, { of: 'estimate', businessId, id }, now);
  }
  if (isEdit) await insertEstimateEvent(tx, stored, 'estimate.edited', {}, now);
  // What follows from an answer online was made with it, or is for the owner to make.
  const follows = status === 'accepted' && stored.acceptanceNumber === null;
  const saved = follows ? await lockEstimate(tx, businessId, id) : undefined;
  const made = saved && (await acceptLocked(tx, saved, now));
  if (status !== stored.status || made) {
    const data = made ?? { from: stored.status, to: status };
    await insertEstimateEvent(tx, stored, happening(stored.status, status), { ...data }, now);
  }
}

/**
 * Makes what an acceptance asks for: the deposit invoice where there is to be one, else the invoice.
 * @returns the invoice that it became; nothing where it asks for a deposit
 */
export async function acceptLocked(
  tx: Transaction,
  stored: StoredEstimate,
  now: Date,
): Promise<MadeInvoice | undefined> {
  const made = await makeAccepted(tx, stored, now);
  return stored.deposit ? undefined : made;
}

/** The same; answers with the deposit invoice, too, where it makes one. */
export async function makeAccepted(
  tx: Transaction,
  stored: StoredEstimate,
  now: Date,
): Promise<MadeInvoice | undefined> {
  const { deposit, businessId, id } = stored;
  if (!deposit) return makeInvoice(tx, stored, now);
  const deposits = await findDepositsOfEstimate(tx, businessId, id);
  if (deposits.some(({ isCredited }) => !isCredited)) return undefined;
  const made = await makeDepositInvoice(tx, stored, { ask: deposit, deposits }, now);
  await insertEstimateEvent(tx, stored, 'estimate.deposit', { ...made }, now);
  return made;
}

function happening(from: EstimateStatus, to: EstimateStatus): EstimateEventType {
  if (to === 'draft') return 'estimate.reopened';
  if (to === 'sent') return from === 'draft' ? 'estimate.sent' : 'estimate.reopened';
  return `estimate.${to}`;
}

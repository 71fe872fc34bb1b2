import { addDays, businessDay } from '../../../shared/dates/calendar-date.ts';
import { canBeRestored } from '../../../shared/dates/instants.ts';
import { pickContent } from '../../../shared/documents/document-content.ts';
import { namedInvoice } from '../../../shared/documents/document-number.ts';
import {
  acceptInstallments,
  planAfterDeposits,
} from '../../../shared/documents/installments/schedule-installments.ts';
import { withoutChoice } from '../../../shared/documents/line-choice.ts';
import { AppError } from '../../../shared/errors/app-error.ts';
import type { InvoiceDetail } from '../../../shared/invoices/invoice.contract.ts';
import { DEFAULT_DUE_DAYS } from '../../../shared/invoices/invoice.contract.ts';
import type { Transaction } from '../../db/database.ts';
import { withTransaction } from '../../db/with-transaction.ts';
import type { Services } from '../../platform/http/services.ts';
import { requireLive } from '../../platform/records/change-record.ts';
import { lockBusiness } from '../businesses/index.ts';
import {
  giveNumber,
  INVOICE_NUMBERS,
  numberOfNew,
  readLineItems,
  requireIssuable,
  withFreeNumbers,
  writeRevision,
} from '../documents/index.ts';
import {
  createInvoiceIn,
  lockDepositsOfEstimate,
  lockInvoice,
  readInvoice,
} from '../invoices/index.ts';
import { findProfile } from '../profile/index.ts';
import type { StoredEstimate } from './estimate.store.ts';
import { insertEstimateEvent, lockEstimate, updateEstimateRow } from './estimate.store.ts';
import { invoiceRemarks } from './invoice-remarks.ts';

/** The invoice that an estimate became. */
export interface MadeInvoice {
  invoiceId: number;
  invoiceNumber: string;
}

/**
 * Makes an estimate's invoice, exactly once (decision 15): the estimate's row lock lets one call in,
 * every other one finds the invoice made and answers with it.
 * @throws AppError NOT_FOUND, CONFLICT (rejected, expired, or its invoice was deleted),
 *   SUBSCRIPTION_REQUIRED, which leaves everything as it was
 */
export function convertEstimate(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  businessId: string,
  id: number,
): Promise<InvoiceDetail> {
  return withInvoiceNumber(() =>
    withTransaction(db, async (tx) => {
      const stored = requireLive('Estimate', await lockEstimate(tx, businessId, id));
      const now = clock.now();
      if (stored.invoiceId !== null) {
        const made = await madeBefore(tx, stored, stored.invoiceId, now);
        return readInvoice(tx, businessId, made, now);
      }
      refuseEnded(stored, 'convert it');
      const made = await makeInvoice(tx, await issueUnnumbered(tx, stored, now), now);
      // A draft that is accepted is issued by that.
      if (stored.status === 'draft') {
        await writeRevision(tx, { of: 'estimate', businessId, id }, now);
      }
      await insertEstimateEvent(tx, stored, 'estimate.converted', { ...made }, now);
      return readInvoice(tx, businessId, made.invoiceId, now);
    }),
  );
}

/** @throws AppError CONFLICT for what its customer does not take any more */
export function refuseEnded({ status }: StoredEstimate, verb: string): void {
  if (status !== 'rejected' && status !== 'expired') return;
  throw new AppError(
    'CONFLICT',
    `This estimate is ${status}. Set it back to draft or sent before you ${verb}.`,
  );
}

/**
 * The invoice of an estimate that was converted before.
 * @throws AppError CONFLICT when that invoice was deleted since
 */
export async function madeBefore(
  tx: Transaction,
  { businessId }: StoredEstimate,
  invoiceId: number,
  now: Date,
): Promise<number> {
  const invoice = await lockInvoice(tx, businessId, invoiceId);
  if (!invoice?.deletedAt) return invoiceId;
  const { invoiceNumber, deletedAt } = invoice;
  const restorable = canBeRestored(deletedAt, now);
  throw new AppError(
    'CONFLICT',
    `This estimate became ${namedInvoice(invoiceNumber)}, which was deleted. ` +
      (restorable
        ? 'The invoice can be restored.'
        : 'That was more than 30 days ago: make a new estimate.'),
    { invoiceId, invoiceNumber, restorable },
  );
}

/**
 * Writes the draft invoice of a locked estimate that has none, as the estimate is stored now, and
 * ties the two together. Its caller runs `withInvoiceNumber` around the transaction.
 */
export async function makeInvoice(
  tx: Transaction,
  estimate: StoredEstimate,
  now: Date,
): Promise<MadeInvoice> {
  const { businessId, id, deposit } = estimate;
  const deductsInvoiceIds = await depositsToDeduct(tx, estimate);
  // Accepted, it is issued.
  if (estimate.status === 'draft') await requireIssuable(tx, estimate);
  // The number that is free now stays free.
  await lockBusiness(tx, businessId);
  const profile = await findProfile(tx, businessId);
  const issueDate = businessDay(now, profile);
  const invoiceNumber = await numberOfNew(
    INVOICE_NUMBERS,
    tx,
    businessId,
    now,
    issueDate.slice(0, 4),
  );
  const accepted = acceptInstallments(estimate.installments, issueDate);
  const invoiceId = await createInvoiceIn(
    tx,
    businessId,
    {
      ...pickContent('invoice', estimate),
      // What was asked for in advance need not be what the estimate said.
      installments:
        deposit || deductsInvoiceIds.length > 0 ? planAfterDeposits(accepted) : accepted,
      invoiceNumber,
      status: 'draft',
      issueDate,
      dueDate: addDays(issueDate, profile?.invoiceDueDays ?? DEFAULT_DUE_DAYS),
      ...invoiceRemarks(estimate, profile),
      // What was offered to choose from is agreed on now.
      lineItems: (await readLineItems(tx, { of: 'estimate', businessId, id })).map(withoutChoice),
      deductsInvoiceIds,
    },
    now,
    { madeOf: estimate },
  );
  await updateEstimateRow(tx, businessId, id, { status: 'accepted', invoiceId, updatedAt: now });
  return { invoiceId, invoiceNumber };
}

/**
 * The deposit invoices of an estimate that its invoice deducts: issued ones, paid or not, as what is owed
 * for them stands on them.
 * @throws AppError CONFLICT while one is a draft
 */
async function depositsToDeduct(
  tx: Transaction,
  { businessId, id }: StoredEstimate,
): Promise<number[]> {
  const deposits = await lockDepositsOfEstimate(tx, businessId, id);
  const draft = deposits.find(({ status }) => status === 'draft');
  if (draft) {
    const { invoiceId, invoiceNumber } = draft;
    const named = invoiceNumber ? `Deposit invoice ${invoiceNumber}` : 'A deposit invoice';
    throw new AppError(
      'CONFLICT',
      `${named} of this estimate is still a draft. Issue it, so that it is deducted, or delete it.`,
      { invoiceId, invoiceNumber },
    );
  }
  return deposits
    .filter(({ isCredited, deductedBy }) => !isCredited && !deductedBy)
    .map(({ invoiceId }) => invoiceId);
}

/** A draft that is accepted is issued by that: it has its number before its invoice is made. */
export async function issueUnnumbered(
  tx: Transaction,
  estimate: StoredEstimate,
  now: Date,
): Promise<StoredEstimate> {
  const given = await giveNumber(tx, 'estimate', estimate, now);
  if (!given) return estimate;
  await updateEstimateRow(tx, estimate.businessId, estimate.id, given);
  return { ...estimate, ...given };
}

/** Runs a transaction that makes an invoice whose number nobody chose. */
export const withInvoiceNumber = <T>(run: () => Promise<T>): Promise<T> =>
  withFreeNumbers([INVOICE_NUMBERS], run);

/** An invoice is deleted, and its deletion taken back. */
import { AppError } from '../../../shared/errors/app-error.ts';
import type { InvoiceDetail } from '../../../shared/invoices/invoice.contract.ts';
import type { Transaction } from '../../db/database.ts';
import { withTransaction } from '../../db/with-transaction.ts';
import type { Services } from '../../platform/http/services.ts';
import { requireLive, requireRestorable } from '../../platform/records/change-record.ts';
import { restoreDeletedCustomer } from '../customers/index.ts';
import { refuseDeletionOfNumbered } from '../documents/index.ts';
import { takeBackMessages } from '../emails/index.ts';
import type { OpenLedger } from '../ledger/index.ts';
import { hasPendingRefund } from '../ledger/index.ts';
import { findProfile } from '../profile/index.ts';
import { lockAccount } from './account.ts';
import { reclaimDeposits, refuseDeducted, refuseOutdatedDeposit } from './deduct-deposits.ts';
import { lockEstimateOfDeposit, setDeductedBy } from './deposit-invoice.store.ts';
import type { StoredInvoice } from './invoice.store.ts';
import { insertEvent } from './invoice.store.ts';
import { readInvoice } from './read-invoices.ts';
import { deleteInvoiceRow, restoreInvoiceRow } from './reconcile-invoice-status.ts';
import { refuseCredited, refuseDeletionOfFixed } from './refuse-change.ts';

/**
 * Gone from lists, sums and its public page at once; its number stays taken (decision 16).
 * @throws AppError NOT_FOUND, CONFLICT (fixed, or with a number of a series; while it is not known whether money
 *   goes back, or an email with it is being sent)
 */
export function deleteInvoice(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  businessId: string,
  id: number,
): Promise<{ id: number }> {
  return withTransaction(db, async (tx) => {
    const account = await lockAccount(tx, businessId, { invoiceIds: [id] });
    const stored = requireLive('Invoice', account.invoices.get(id));
    refuseDeletionOfFixed(stored, (await findProfile(tx, businessId))?.issuedInvoices);
    refuseDeletionOfNumbered('invoice', stored);
    await refuseCredited(tx, stored, 'be deleted');
    await refuseDeducted(tx, stored, 'be deleted');
    if (await hasPendingRefund(tx, businessId, id)) {
      throw new AppError(
        'CONFLICT',
        'A refund of this invoice is still being confirmed. Wait until it is.',
      );
    }
    const now = clock.now();
    const document = { of: 'invoice', businessId, id } as const;
    await takeBackMessages(tx, document, 'deleted', now, { cannot: 'be deleted' });
    if (stored.whole) await setDeductedBy(tx, businessId, id, []);
    await deleteInvoiceRow(tx, account, id, now);
    await insertEvent(tx, businessId, id, 'invoice.deleted', {}, now);
    return { id };
  });
}

/**
 * Takes a deletion back, for 30 days; an invoice that is not deleted is answered as it is. A
 * customer who was deleted since comes back with it.
 * @throws AppError NOT_FOUND when there is none, or it is too late; CONFLICT of a deposit or a final
 *   invoice whose share was asked for otherwise since
 */
export function restoreInvoice(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  businessId: string,
  id: number,
): Promise<InvoiceDetail> {
  return withTransaction(db, async (tx) => {
    const now = clock.now();
    const estimate = await lockEstimateOfDeposit(tx, businessId, id);
    const account = await lockAccount(tx, businessId, { invoiceIds: [id] });
    const deleted = requireRestorable('Invoice', account.invoices.get(id), now);
    if (deleted && estimate) await refuseOutdatedDeposit(tx, businessId, estimate);
    if (deleted) {
      await prepareRestoring(tx, deleted, now, { isPaid: false });
      await restoreInvoiceRow(tx, account, deleted, now);
    }
    return readInvoice(tx, businessId, id, now);
  });
}

/**
 * What else comes back with an invoice: the deposits that it deducts, and a customer who was deleted since.
 * @param options whether it comes back because it was paid
 */
async function prepareRestoring(
  tx: Transaction,
  stored: StoredInvoice,
  now: Date,
  options: { isPaid: boolean },
): Promise<void> {
  const { businessId, id, customerId } = stored;
  await reclaimDeposits(tx, stored, options);
  await restoreDeletedCustomer(tx, businessId, customerId);
  await insertEvent(tx, businessId, id, 'invoice.restored', {}, now);
}

/** Takes a deletion back because the invoice was paid: it is written with the open ledger. */
export async function restorePaidInvoice(
  tx: Transaction,
  stored: StoredInvoice & { deletedAt: Date },
  now: Date,
  ledger: OpenLedger,
): Promise<void> {
  await prepareRestoring(tx, stored, now, { isPaid: true });
  await ledger.restorePayments(stored.id, stored.deletedAt);
}

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
import { reclaimDeposits, refuseDeducted, refuseOutdatedDeposit } from './deduct-deposits.ts';
import { lockEstimateOfDeposit, setDeductedBy } from './deposit-invoice.store.ts';
import type { StoredInvoice } from './invoice.store.ts';
import { insertEvent, lockInvoice, scheduleCheckoutRecheck } from './invoice.store.ts';
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
    const stored = requireLive('Invoice', await lockInvoice(tx, businessId, id));
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
    await deleteInvoiceRow(tx, stored, now);
    await scheduleCheckoutRecheck(tx, businessId, id, now);
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
    const stored = await lockInvoice(tx, businessId, id);
    const deleted = requireRestorable('Invoice', stored, now);
    if (deleted && estimate) await refuseOutdatedDeposit(tx, businessId, estimate);
    if (deleted) await restoreDeletedInvoice(tx, deleted, now);
    return readInvoice(tx, businessId, id, now);
  });
}

/**
 * Takes a deletion back; a customer who was deleted since comes back as well.
 * @param ledger of the invoice, where it is open
 */
export async function restoreDeletedInvoice(
  tx: Transaction,
  stored: StoredInvoice & { deletedAt: Date },
  now: Date,
  ledger?: OpenLedger,
): Promise<void> {
  const { businessId, id, customerId } = stored;
  await reclaimDeposits(tx, stored, { isPaid: ledger !== undefined });
  await restoreInvoiceRow(tx, stored, now, ledger);
  await restoreDeletedCustomer(tx, businessId, customerId);
  await insertEvent(tx, businessId, id, 'invoice.restored', {}, now);
}

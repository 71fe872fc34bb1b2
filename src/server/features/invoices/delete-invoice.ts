import { canBeRestored } from '../../../shared/dates/instants.ts';
import { AppError, notFound } from '../../../shared/errors/app-error.ts';
import type { InvoiceDetail } from '../../../shared/invoices/invoice.contract.ts';
import type { Transaction } from '../../db/database.ts';
import { withTransaction } from '../../db/with-transaction.ts';
import type { Services } from '../../platform/http/services.ts';
import { restoreDeletedCustomer } from '../customers/index.ts';
import { hasPendingRefund } from '../ledger/index.ts';
import type { StoredInvoice } from './invoice.store.ts';
import {
  insertEvent,
  lockInvoice,
  scheduleCheckoutRecheck,
  updateInvoiceRow,
} from './invoice.store.ts';
import { readInvoice } from './read-invoices.ts';

/**
 * Gone from lists, sums and its public page at once; its number stays taken (decision 16).
 * @throws AppError NOT_FOUND, CONFLICT while it is not known whether money goes back
 */
export function deleteInvoice(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  businessId: string,
  id: number,
): Promise<{ id: number }> {
  return withTransaction(db, async (tx) => {
    const stored = await lockInvoice(tx, businessId, id);
    if (!stored || stored.deletedAt) throw notFound('Invoice');
    if (await hasPendingRefund(tx, businessId, id)) {
      throw new AppError(
        'CONFLICT',
        'A refund of this invoice is still being confirmed. Wait until it is.',
      );
    }
    const now = clock.now();
    await updateInvoiceRow(tx, businessId, id, { deletedAt: now, paymentUrl: null });
    await scheduleCheckoutRecheck(tx, businessId, id, now);
    await insertEvent(tx, businessId, id, 'invoice.deleted', {}, now);
    return { id };
  });
}

/**
 * Takes a deletion back, for 30 days; an invoice that is not deleted is answered as it is. A
 * customer who was deleted since comes back with it.
 * @throws AppError NOT_FOUND when there is none, or it is too late
 */
export function restoreInvoice(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  businessId: string,
  id: number,
): Promise<InvoiceDetail> {
  return withTransaction(db, async (tx) => {
    const stored = await lockInvoice(tx, businessId, id);
    const now = clock.now();
    if (stored?.deletedAt) {
      if (!canBeRestored(stored.deletedAt, now)) throw notFound('Invoice');
      await restoreDeletedInvoice(tx, stored, now);
    }
    return readInvoice(tx, businessId, id, now);
  });
}

/** Takes a deletion back; a customer who was deleted since comes back as well. */
export async function restoreDeletedInvoice(
  tx: Transaction,
  { businessId, id, customerId }: StoredInvoice,
  now: Date,
): Promise<void> {
  await updateInvoiceRow(tx, businessId, id, { deletedAt: null });
  await restoreDeletedCustomer(tx, businessId, customerId);
  await insertEvent(tx, businessId, id, 'invoice.restored', {}, now);
}

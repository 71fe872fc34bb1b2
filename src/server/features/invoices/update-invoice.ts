import { AppError, notFound } from '../../../shared/errors/app-error.ts';
import type {
  InvoiceDetail,
  InvoiceUpdateInput,
} from '../../../shared/invoices/invoice.contract.ts';
import type { Transaction } from '../../db/database.ts';
import { withTransaction } from '../../db/with-transaction.ts';
import type { Services } from '../../platform/http/services.ts';
import { changedContent, replaceLineItems, withNumberClash } from '../documents/index.ts';
import { followEdit, lockUnsent } from '../emails/index.ts';
import type { StoredInvoice } from './invoice.store.ts';
import { lockInvoice } from './invoice.store.ts';
import { INVOICE_NUMBERS } from './invoice-numbers.ts';
import { invoiceToSend } from './invoice-to-send.ts';
import { readInvoice } from './read-invoices.ts';
import { changeInvoice } from './reconcile-invoice-status.ts';

/**
 * Saves an edited invoice. Absent fields stay as they are stored; a status changed by hand keeps
 * payments in agreement (decision 14).
 * @throws AppError STALE with the `current` invoice, NUMBER_TAKEN with a `suggestion`, NOT_FOUND
 *   (invoice, customer, item), VALIDATION, CONFLICT when amounts of a paid invoice would change
 */
export function updateInvoice(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  businessId: string,
  input: InvoiceUpdateInput,
): Promise<InvoiceDetail> {
  return withNumberClash(INVOICE_NUMBERS, db.orm, businessId, input.invoiceNumber, () =>
    withTransaction(db, async (tx) => {
      const now = clock.now();
      const stored = await lockInvoice(tx, businessId, input.id);
      if (!stored || stored.deletedAt) throw notFound('Invoice');
      if (input.version !== undefined && input.version !== stored.version) {
        throw new AppError('STALE', 'This invoice was changed elsewhere since you opened it', {
          current: await readInvoice(tx, businessId, input.id, now),
        });
      }
      const unsent = await lockUnsent(tx, { of: 'invoice', businessId, id: input.id });
      const before = unsent.length > 0 && (await readInvoice(tx, businessId, input.id, now));
      await save(tx, stored, input, now);
      const after = await readInvoice(tx, businessId, input.id, now);
      if (!before) return after;
      await followEdit(
        tx,
        unsent,
        invoiceToSend(businessId, before),
        invoiceToSend(businessId, after),
        now,
      );
      return readInvoice(tx, businessId, input.id, now);
    }),
  );
}

async function save(
  tx: Transaction,
  stored: StoredInvoice,
  input: InvoiceUpdateInput,
  now: Date,
): Promise<void> {
  const { businessId, id } = stored;
  const { values, isEdit, lines, amounts } = await changedContent(
    tx,
    'invoice',
    stored,
    input,
    now,
  );
  const { status = stored.status, paymentMethod, paymentDate } = input;
  const staysPaid = stored.status === 'paid' && status === 'paid';
  if (staysPaid && amounts.total !== stored.total) {
    throw new AppError(
      'CONFLICT',
      'This invoice is paid. Change its status before you change its amounts.',
      { fields: [{ path: 'status', message: 'Change the status before the amounts' }] },
    );
  }
  await changeInvoice(tx, stored, { values, isEdit, status, paymentMethod, paymentDate }, now);
  if (input.lineItems) await replaceLineItems(tx, { of: 'invoice', businessId, id }, lines);
}

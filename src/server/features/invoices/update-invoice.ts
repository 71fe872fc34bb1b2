import { addDays, dateInZone } from '../../../shared/dates/calendar-date.ts';
import { AppError, invalidField, notFound } from '../../../shared/errors/app-error.ts';
import type {
  InvoiceDetail,
  InvoiceEventType,
  InvoiceUpdateInput,
} from '../../../shared/invoices/invoice.contract.ts';
import type { InvoiceStatus } from '../../../shared/invoices/invoice-status.ts';
import type { Decimal } from '../../../shared/money/money.ts';
import { hundredths, toDecimal } from '../../../shared/money/money.ts';
import { paymentDateFault } from '../../../shared/payments/payment-date.ts';
import type { Transaction } from '../../db/database.ts';
import { withTransaction } from '../../db/with-transaction.ts';
import type { Services } from '../../platform/http/services.ts';
import { changedContent, replaceLineItems, withNumberClash } from '../documents/index.ts';
import { followEdit, lockUnsent } from '../emails/index.ts';
import { findProfile } from '../profile/index.ts';
import type { StoredInvoice } from './invoice.store.ts';
import {
  insertEvent,
  insertPayment,
  lockInvoice,
  markRefundsAsOwed,
  reverseManualPayments,
  scheduleCheckoutRecheck,
  sumReceived,
  updateInvoiceRow,
} from './invoice.store.ts';
import { INVOICE_NUMBERS } from './invoice-numbers.ts';
import { invoiceToSend } from './invoice-to-send.ts';
import { readInvoice } from './read-invoices.ts';
import { reconcileInvoiceStatus } from './reconcile-invoice-status.ts';

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
  const status = await wantedStatus(tx, stored, input, now);
  const change = await changedContent(tx, 'invoice', stored, input, now);
  const { total } = change.amounts;
  if (stored.status === 'paid' && status !== 'paid') await refuseWhilePaidOnline(tx, stored);
  const staysPaid = stored.status === 'paid' && status === 'paid';
  if (staysPaid && total !== stored.total) {
    throw new AppError(
      'CONFLICT',
      'This invoice is paid. Change its status before you change its amounts.',
      { fields: [{ path: 'status', message: 'Change the status before the amounts' }] },
    );
  }
  const changesDue = status !== stored.status || total !== stored.total;
  await updateInvoiceRow(tx, businessId, id, {
    ...change.values,
    status,
    ...(changesDue ? { paymentUrl: null } : {}),
  });
  if (input.lineItems) {
    await replaceLineItems(tx, { of: 'invoice', businessId, id }, change.lines);
  }
  if (change.isEdit) await insertEvent(tx, businessId, id, 'invoice.edited', {}, now);
  if (status !== stored.status) {
    await followStatus(tx, stored, { ...input, status, total }, now);
  }
  if (changesDue) {
    await scheduleCheckoutRecheck(tx, businessId, id, now);
  }
  // An amount lowered to what has come already leaves nothing to pay.
  if (status !== 'paid') {
    await reconcileInvoiceStatus(
      tx,
      { ...stored, total, dueDate: input.dueDate ?? stored.dueDate, status },
      now,
    );
  }
}

/**
 * The status to be stored. One that is overdue by its date is stored as sent, or as what the job has
 * made of it, and read as overdue: sent back as it was read it changes nothing, and a due date that is
 * put off makes it sent again.
 */
async function wantedStatus(
  tx: Transaction,
  stored: StoredInvoice,
  input: InvoiceUpdateInput,
  now: Date,
): Promise<InvoiceStatus> {
  const wanted = input.status ?? stored.status;
  if (wanted !== 'overdue' || stored.status === 'draft' || stored.status === 'paid') return wanted;
  const profile = await findProfile(tx, stored.businessId);
  const today = dateInZone(now, profile?.timeZone ?? 'UTC');
  const wasByDate = stored.dueDate < today && hundredths(stored.total) > 0n;
  if (!wasByDate) return wanted;
  return (input.dueDate ?? stored.dueDate) < today ? stored.status : 'sent';
}

/**
 * Money that a provider holds for the owner does not vanish by a change of status.
 * @throws AppError CONFLICT while payments through a provider cover the invoice
 */
async function refuseWhilePaidOnline(
  tx: Transaction,
  { businessId, id, total }: StoredInvoice,
): Promise<void> {
  const online = hundredths(await sumReceived(tx, businessId, id, 'online'));
  if (online === 0n || online < hundredths(total)) return;
  const message = 'This invoice was paid online. Refund the payment to open it again.';
  throw new AppError('CONFLICT', message, { fields: [{ path: 'status', message }] });
}

/** Payments and history after the status was changed by hand. */
async function followStatus(
  tx: Transaction,
  { businessId, id, status: before }: StoredInvoice,
  after: Pick<InvoiceUpdateInput, 'paymentMethod' | 'paymentDate'> & {
    status: InvoiceStatus;
    total: Decimal;
  },
  now: Date,
): Promise<void> {
  if (before === 'paid') {
    await reverseManualPayments(tx, businessId, id);
    await markRefundsAsOwed(tx, businessId, id);
  }
  if (after.status === 'paid') {
    const profile = await findProfile(tx, businessId);
    const today = dateInZone(now, profile?.timeZone ?? 'UTC');
    // A day of grace: whoever types may be east of the business.
    const fault = after.paymentDate && paymentDateFault(after.paymentDate, addDays(today, 1));
    if (fault) throw invalidField('paymentDate', fault);
    const received = hundredths(await sumReceived(tx, businessId, id));
    const due = hundredths(after.total) - received;
    if (due > 0n || received === 0n) {
      await insertPayment(tx, {
        businessId,
        invoiceId: id,
        amount: toDecimal(due > 0n ? due : 0n),
        paymentDate: after.paymentDate ?? today,
        paymentMethod: after.paymentMethod ?? 'cash',
        ...(after.paymentMethod ? {} : { notes: 'Recorded when the status was set to paid' }),
        createdAt: now,
      });
    }
  }
  const type: Record<InvoiceStatus, InvoiceEventType> = {
    draft: 'invoice.reopened',
    sent: before === 'paid' ? 'invoice.reopened' : 'invoice.sent',
    overdue: before === 'paid' ? 'invoice.reopened' : 'invoice.overdue',
    paid: 'invoice.paid',
  };
  await insertEvent(
    tx,
    businessId,
    id,
    type[after.status],
    { from: before, to: after.status },
    now,
  );
}

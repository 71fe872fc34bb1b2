import { businessDay, formatDate } from '../../../shared/dates/calendar-date.ts';
import { AppError, invalidField } from '../../../shared/errors/app-error.ts';
import type { InvoiceReminders, PauseInput } from '../../../shared/reminders/reminder.contract.ts';
import type { Transaction } from '../../db/database.ts';
import { withTransaction } from '../../db/with-transaction.ts';
import type { Services } from '../../platform/http/services.ts';
import { requireLive } from '../../platform/records/change-record.ts';
import { withdrawReminders } from '../emails/index.ts';
import type { StoredInvoice } from '../invoices/index.ts';
import { insertEvent, lockInvoice } from '../invoices/index.ts';
import { findProfile } from '../profile/index.ts';
import { readInvoiceReminders } from './read-reminders.ts';
import { deletePause, savePause } from './reminder.store.ts';

type Given = Pick<Services, 'db' | 'clock'>;

const lockLive = async (tx: Transaction, businessId: string, id: number): Promise<StoredInvoice> =>
  requireLive('Invoice', await lockInvoice(tx, businessId, id));

/** @throws AppError NOT_FOUND, CONFLICT (nothing is due) */
export async function lockRemindable(
  tx: Transaction,
  businessId: string,
  id: number,
): Promise<StoredInvoice> {
  const invoice = await lockLive(tx, businessId, id);
  if (invoice.status === 'draft' || invoice.status === 'paid') {
    throw new AppError('CONFLICT', 'No reminder is sent for this invoice: nothing is due on it.');
  }
  return invoice;
}

/**
 * Nobody is reminded of an invoice until it is resumed, or a day has passed. A reminder that has not
 * begun to be sent is taken back. Another pause takes the place of the one before.
 * @throws AppError NOT_FOUND, CONFLICT (nothing is due), VALIDATION (a day that has passed)
 */
export function pauseReminders(
  { db, clock }: Given,
  businessId: string,
  { id, reason, until = null, note = null }: PauseInput,
): Promise<InvoiceReminders> {
  return withTransaction(db, async (tx) => {
    const now = clock.now();
    await lockRemindable(tx, businessId, id);
    const today = businessDay(now, await findProfile(tx, businessId));
    if (until !== null && until < today) {
      throw invalidField('until', `Choose a day from today, ${formatDate(today)}, on`);
    }
    await savePause(tx, { businessId, invoiceId: id, reason, until, note, createdAt: now });
    await withdrawReminders(tx, businessId, id, now);
    await insertEvent(tx, businessId, id, 'reminders.paused', { reason, until, note }, now);
    return readInvoiceReminders(tx, businessId, id, now);
  });
}

/** Reminders go on with the next step. One that is not paused is answered as it is. @throws AppError NOT_FOUND */
export function resumeReminders(
  { db, clock }: Given,
  businessId: string,
  id: number,
): Promise<InvoiceReminders> {
  return withTransaction(db, async (tx) => {
    const now = clock.now();
    await lockLive(tx, businessId, id);
    const wasPaused = await deletePause(tx, businessId, id);
    if (wasPaused) await insertEvent(tx, businessId, id, 'reminders.resumed', {}, now);
    return readInvoiceReminders(tx, businessId, id, now);
  });
}

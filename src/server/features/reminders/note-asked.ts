import { businessDay } from '../../../shared/dates/calendar-date.ts';
import { findReachedStep, planSteps } from '../../../shared/reminders/reminder-days.ts';
import type { Transaction } from '../../db/database.ts';
import type { StoredInvoice } from '../invoices/index.ts';
import { findProfile } from '../profile/index.ts';
import { findSettings, firstReminderDay, listChanges, noteReminder } from './reminder.store.ts';

/**
 * Notes that a message of another kind has asked for what is due of a locked invoice, so that no reminder of the
 * step that it has reached follows it.
 */
export async function noteAsked(
  tx: Transaction,
  invoice: StoredInvoice,
  emailId: number,
  now: Date,
): Promise<void> {
  const { businessId, id: invoiceId, nextDueDate: dueDate } = invoice;
  const settings = await findSettings(tx, businessId);
  if (!settings?.enabled || settings.enabledSince === null) return;
  const today = businessDay(now, await findProfile(tx, businessId));
  const changes = await listChanges(tx, businessId, invoiceId, dueDate);
  const step = findReachedStep(planSteps(settings.steps, dueDate, changes, settings), {
    today,
    since: firstReminderDay(invoice, settings.enabledSince),
  });
  if (!step) return;
  const { days } = step;
  await noteReminder(tx, {
    businessId,
    invoiceId,
    dueDate,
    days,
    onDate: today,
    emailId,
    createdAt: now,
  });
}

import { businessDay, formatDate } from '../../../shared/dates/calendar-date.ts';
import { AppError, invalidField } from '../../../shared/errors/app-error.ts';
import { findStepRange, planSteps, stepDate } from '../../../shared/reminders/reminder-days.ts';
import type {
  ChangeStepInput,
  InvoiceReminders,
} from '../../../shared/reminders/reminder.contract.ts';
import { withTransaction } from '../../db/with-transaction.ts';
import type { Services } from '../../platform/http/services.ts';
import { findProfile } from '../profile/index.ts';
import { lockRemindable } from './pause-reminders.ts';
import { readInvoiceReminders } from './read-reminders.ts';
import {
  deleteChange,
  findSettings,
  listChanges,
  listReminders,
  saveChange,
  setNextRun,
} from './reminder.store.ts';

/**
 * Has one reminder of an invoice sent on another day, or not at all; those that follow keep theirs. What
 * is changed for a due date ends with it.
 * @throws AppError NOT_FOUND, CONFLICT (nothing is due; no reminders are sent), STALE (it was sent, or the
 *   invoice is due on another day by now), VALIDATION naming `to`
 */
export function changeReminder(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  businessId: string,
  { id, dueDate, days, to }: ChangeStepInput,
): Promise<InvoiceReminders> {
  return withTransaction(db, async (tx) => {
    const now = clock.now();
    const invoice = await lockRemindable(tx, businessId, id);
    const settings = await findSettings(tx, businessId);
    if (!settings?.enabled) {
      throw new AppError('CONFLICT', 'Reminders are off. Switch them on in your business profile.');
    }
    const current = () => readInvoiceReminders(tx, businessId, id, now);
    if (invoice.nextDueDate !== dueDate) {
      const message = `The invoice is due on ${formatDate(invoice.nextDueDate)} by now`;
      throw new AppError('STALE', message, { current: await current() });
    }
    const planned = planSteps(
      settings.steps,
      dueDate,
      await listChanges(tx, businessId, id, dueDate),
      settings,
    );
    const step = planned.find((one) => one.step.days === days);
    const runs = await listReminders(tx, businessId, id);
    const isOver = runs.some((run) => run.dueDate === dueDate && run.days >= days);
    if (!step || isOver) {
      const message = 'That reminder is not to come any more';
      throw new AppError('STALE', message, { current: await current() });
    }
    const own = {
      businessId,
      invoiceId: id,
      dueDate,
      days,
      date: stepDate(dueDate, days, settings),
    };
    if (to === own.date) {
      await deleteChange(tx, businessId, own);
    } else {
      const today = businessDay(now, await findProfile(tx, businessId));
      const range = findStepRange(planned, days, today);
      if (to !== null && (to < range.from || to > range.to)) {
        const message =
          range.from > range.to || (range.from === own.date && range.to === own.date)
            ? 'There is no other day for it: the reminders before and after are too close'
            : `Choose a day from ${formatDate(range.from)} to ${formatDate(range.to)}: reminders keep their order`;
        throw invalidField('to', message);
      }
      await saveChange(tx, {
        businessId,
        invoiceId: id,
        dueDate,
        days,
        movedTo: to,
        createdAt: now,
      });
      // The job has perhaps looked at this day already.
      if (to === today) await setNextRun(tx, settings, now);
    }
    return current();
  });
}

import { sql } from 'drizzle-orm';
import type { CalendarDate } from '../../../shared/dates/calendar-date.ts';
import { addDays, businessDay, DEFAULT_TIME_ZONE } from '../../../shared/dates/calendar-date.ts';
import { invoiceFacts } from '../../../shared/emails/invoice-facts.ts';
import {
  findReachedStep,
  isOpen,
  nextOpening,
  planSteps,
} from '../../../shared/reminders/reminder-days.ts';
import { fillReminder } from '../../../shared/reminders/reminder-words.ts';
import { ownerByOwner, readAcrossOwners } from '../../db/across-owners.ts';
import { withTransaction } from '../../db/with-transaction.ts';
import type { Services } from '../../platform/http/services.ts';
import { isAddress, queueReminder } from '../emails/index.ts';
import { insertEvent, invoiceToSend, lockInvoice, readInvoice } from '../invoices/index.ts';
import type { ProfileRow } from '../profile/index.ts';
import { findProfile } from '../profile/index.ts';
import { chargeLateFees } from './charge-late-fees.ts';
import type { SettingsRow } from './reminder.store.ts';
import {
  findSettings,
  insertReminder,
  listChanges,
  listMoved,
  listReached,
  setNextRun,
  firstReminderDay,
} from './reminder.store.ts';
import { standsInTheWay } from './stands-in-the-way.ts';

type JobServices = Pick<Services, 'db' | 'clock'>;

const PAGE = 200;

/**
 * Queues the reminders whose day has come, in the hours that their owners have chosen, each in a
 * transaction of its own that looks at the invoice under its lock. Safe to run twice, on many instances
 * at once, and to be killed: a step of a due date is written down once, with its message.
 * @returns how many were queued
 */
export async function sendReminders(services: JobServices): Promise<number> {
  const { db, clock } = services;
  const owners = await readAcrossOwners<{ business_id: string }>(
    db.orm,
    'reminders',
    sql`
      select s.business_id from reminder_settings s
      join businesses o on o.id = s.business_id and o.suspended_at is null
      where (s.enabled or s.late_fee is not null) and s.next_run_at <= ${clock.now().toISOString()}::timestamptz
      order by s.next_run_at`,
  );
  return ownerByOwner(owners, (businessId) => remindForOwner(services, businessId));
}

async function remindForOwner(services: JobServices, businessId: string): Promise<number> {
  const { db, clock } = services;
  const settings = await findSettings(db.orm, businessId);
  if (!settings?.enabled && !settings?.lateFee) return 0;
  const profile = await findProfile(db.orm, businessId);
  const timeZone = profile?.timeZone ?? DEFAULT_TIME_ZONE;
  const today = businessDay(clock.now(), profile);
  if (!isOpen(clock.now(), settings, timeZone)) {
    await setNextRun(db.orm, settings, nextOpening(clock.now(), settings, timeZone));
    return 0;
  }
  const { enabled, enabledSince: since } = settings;
  // What is wrong with one invoice does not hold the others up; it is tried again.
  const failures: unknown[] = [];
  const attempt = async <T>(work: () => Promise<T>): Promise<T | undefined> => {
    try {
      return await work();
    } catch (error) {
      failures.push(error);
      return undefined;
    }
  };
  await attempt(() => chargeLateFees(services, settings));
  let queued = 0;
  const isOver = () => !isOpen(clock.now(), settings, timeZone);
  const remindOf = async (id: number) => {
    if (since === null) return;
    if (await attempt(() => remind(services, settings, { id, since }))) queued += 1;
  };
  for (const id of enabled ? await listMoved(db.orm, businessId, today) : []) {
    await remindOf(id);
    if (isOver()) return queued;
  }
  let after: { dueDate: CalendarDate; id: number } | undefined;
  while (enabled && since !== null) {
    const days = { ...settings, since, today };
    const page = await listReached(db.orm, businessId, days, after, PAGE);
    for (const { id } of page) {
      await remindOf(id);
      // The window may close while they are worked through; the rest comes when it opens again.
      if (isOver()) return queued;
    }
    after = page.at(-1);
    if (page.length < PAGE) break;
  }
  if (failures.length > 0) throw failures[0];
  const tomorrow = nextOpening(clock.now(), settings, timeZone, addDays(today, 1));
  await setNextRun(db.orm, settings, tomorrow);
  return queued;
}

/** @returns whether its customer is reminded */
function remind(
  { db, clock }: JobServices,
  settings: SettingsRow,
  { id, since }: { id: number; since: CalendarDate },
): Promise<boolean> {
  const { businessId, steps } = settings;
  return withTransaction(db, async (tx) => {
    const now = clock.now();
    const locked = await lockInvoice(tx, businessId, id);
    if (!locked || locked.deletedAt) return false;
    const profile = await findProfile(tx, businessId);
    const today = businessDay(now, profile);
    const { nextDueDate: dueDate } = locked;
    const first = firstReminderDay(locked, since);
    const changes = await listChanges(tx, businessId, id, dueDate);
    const step = findReachedStep(planSteps(steps, dueDate, changes, settings), {
      today,
      since: first,
    });
    if (!step) return false;
    const hindrance = await standsInTheWay(tx, locked, { dueDate, days: step.days, today, now });
    const isUnreachable = hindrance === 'no_address' || hindrance === 'bounced';
    if (hindrance !== undefined && !isUnreachable) return false;
    const invoice = await readInvoice(tx, businessId, id, now);
    const { email, name } = invoice.customer;
    const run = { businessId, invoiceId: id, dueDate, days: step.days, onDate: today };
    if (!isAddress(email) || hindrance === 'bounced') {
      await insertReminder(tx, { ...run, createdAt: now });
      const told = { customer: name, ...(hindrance === 'bounced' ? { bounced: email } : {}) };
      await insertEvent(tx, businessId, id, 'reminder.refused', told, now);
      return false;
    }
    const toSend = invoiceToSend(businessId, invoice);
    const words = fillReminder(step, invoiceFacts(invoice), namesIn(profile, name), today);
    const { subject, message } = step;
    const template = { subject, message, dueDate };
    const to = { ...toSend, customer: { ...invoice.customer, email } };
    const emailId = await queueReminder(tx, to, { ...words, template }, now);
    await insertReminder(tx, { ...run, emailId, createdAt: now });
    return true;
  });
}

const namesIn = (profile: ProfileRow | undefined, customerName: string) => ({
  businessName: profile?.businessName ?? '',
  customerName,
});

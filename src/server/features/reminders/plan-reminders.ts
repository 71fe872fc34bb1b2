import { sql } from 'drizzle-orm';
import type { CalendarDate } from '../../../shared/dates/calendar-date.ts';
import { addDays, businessDay, DEFAULT_TIME_ZONE } from '../../../shared/dates/calendar-date.ts';
import { withDecimals } from '../../../shared/money/money.ts';
import type { PlannedStep, StepChange } from '../../../shared/reminders/reminder-days.ts';
import {
  isClosedToday,
  LATEST_MOVE,
  LONGEST_WEEKEND,
  listStepsToCome,
  planSteps,
} from '../../../shared/reminders/reminder-days.ts';
import type { ReminderStep } from '../../../shared/reminders/reminder-words.ts';
import type { Queryable } from '../../db/database.ts';
import { joinCustomer } from '../customers/index.ts';
import { isAddress } from '../emails/index.ts';
import { plannedCharges } from '../invoices/index.ts';
import type { ProfileRow } from '../profile/index.ts';
import { findRecipients } from '../senders/index.ts';
import { isChargedToCard } from './charged-to-card.ts';
import type { SettingsRow } from './reminder.store.ts';
import {
  findSettings,
  firstReminderDay,
  isDisputed,
  listInvoiceChanges,
} from './reminder.store.ts';

/** What is known of an invoice that reminders go out for. */
interface KnownInvoice {
  dueDate: CalendarDate;
  issueDate: CalendarDate;
  createdAt: Date | string;
  isRemindedToday: boolean;
  /** The days of the last step that was dealt with for this due date. */
  last: number | undefined;
  /** The last day of a pause that ends by itself. */
  pausedUntil: CalendarDate | null;
  changes: readonly StepChange[];
}

/** What the job will do of an invoice that nothing stands in the way of: its rules, asked of the days to come. */
export function planReminders(
  settings: SettingsRow,
  { dueDate, pausedUntil, isRemindedToday, last, changes, ...invoice }: KnownInvoice,
  profile: ProfileRow | undefined,
  now: Date,
): PlannedStep<ReminderStep>[] {
  const today = businessDay(now, profile);
  const timeZone = profile?.timeZone ?? DEFAULT_TIME_ZONE;
  const isDoneToday = isRemindedToday || isClosedToday(now, settings, timeZone);
  const first = isDoneToday ? addDays(today, 1) : today;
  const from = pausedUntil === null ? first : addDays(pausedUntil, 1);
  const since = firstReminderDay(invoice, settings.enabledSince ?? today);
  return listStepsToCome(
    planSteps(settings.steps, dueDate, changes, settings),
    { from, since, last },
    settings,
  );
}

/** A reminder that goes out unless its invoice is paid before. */
export interface PlannedReminder {
  invoiceId: number;
  invoiceNumber: string;
  customerName: string;
  dueDate: CalendarDate;
  days: number;
  date: CalendarDate;
  isMoved: boolean;
  isSkipped: boolean;
  currency: string;
  /** What is due on the invoice now. */
  amountDue: string;
}

interface Row extends Record<string, unknown> {
  id: string;
  invoice_number: string;
  name: string;
  email: string | null;
  due_date: string;
  issue_date: string;
  created_at: string | Date;
  currency: string;
  amount_due: string;
  last: number | null;
  reminded_today: boolean;
  paused_until: string | null;
  is_charged: boolean;
}

/**
 * The reminders that are planned up to a day, those left out among them.
 * @param most so many invoices are looked at, the first due first
 * @returns them in the order of their days, and whether there are more invoices
 */
export async function listPlannedReminders(
  db: Queryable,
  businessId: string,
  profile: ProfileRow | undefined,
  { until, now, most }: { until: CalendarDate; now: Date; most: number },
): Promise<{ reminders: PlannedReminder[]; more: boolean }> {
  const settings = await findSettings(db, businessId);
  if (!settings?.enabled || settings.steps.length === 0) return { reminders: [], more: false };
  const today = businessDay(now, profile);
  const rows = await selectOpen(db, settings, { until, today, limit: most + 1 });
  const shown = rows.slice(0, most);
  const changes = await listInvoiceChanges(
    db,
    businessId,
    shown.map(({ id }) => Number(id)),
  );
  const addresses = shown.flatMap(({ email }) => (isAddress(email) ? [email] : []));
  const recipients = await findRecipients(db, businessId, addresses);
  const reminders = shown.flatMap((row): PlannedReminder[] => {
    const { email, due_date: dueDate } = row;
    if (!isAddress(email) || isChargedToCard(row, profile)) return [];
    const recipient = recipients.get(email);
    if (recipient?.blockedAt || recipient?.unsubscribedAt || recipient?.bouncedAt) return [];
    const invoiceId = Number(row.id);
    const own = changes.filter((one) => one.invoiceId === invoiceId && one.dueDate === dueDate);
    const known = {
      dueDate,
      issueDate: row.issue_date,
      createdAt: row.created_at,
      isRemindedToday: row.reminded_today,
      last: row.last ?? undefined,
      pausedUntil: row.paused_until,
      changes: own,
    };
    return planReminders(settings, known, profile, now)
      .filter(({ date }) => date <= until)
      .map(({ step, date, isSkipped }) => ({
        invoiceId,
        invoiceNumber: row.invoice_number,
        customerName: row.name,
        dueDate,
        days: step.days,
        date,
        isMoved: own.some((one) => one.days === step.days && one.movedTo !== null),
        isSkipped,
        currency: row.currency,
        amountDue: withDecimals(row.amount_due, row.currency),
      }));
  });
  return {
    reminders: reminders.toSorted((a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : 0)),
    more: rows.length > most,
  };
}

/** Open invoices that a step may be reached of, and what of them is known to the job. */
async function selectOpen(
  db: Queryable,
  { businessId, steps, enabledSince }: SettingsRow,
  { until, today, limit }: { until: CalendarDate; today: CalendarDate; limit: number },
): Promise<Row[]> {
  const days = steps.map((step) => step.days);
  // What was due before has no step left, unless one was put off: that goes so far and no further.
  const first = addDays(enabledSince ?? today, -Math.max(...days));
  const from = addDays(first, -LATEST_MOVE);
  const { rows } = await db.execute<Row>(sql`
    select i.id, i.invoice_number, c.name, c.email, i.next_due_date as due_date, i.issue_date,
      i.created_at, i.currency, i.amount_due, done.last, done.reminded_today,
      p.until_date as paused_until, ${plannedCharges().isToCome(businessId, today)} as is_charged
    from invoices i
    ${joinCustomer(businessId, sql`i.customer_id`)}
    cross join lateral (
      select max(r.days) filter (where r.due_date = i.next_due_date) as last,
        coalesce(bool_or(r.on_date = ${today}::date), false) as reminded_today
      from invoice_reminders r
      where r.business_id = ${businessId} and r.invoice_id = i.id) done
    left join reminder_pauses p on p.business_id = ${businessId} and p.invoice_id = i.id
      and (p.until_date is null or p.until_date >= ${today}::date)
    where i.business_id = ${businessId} and i.status in ('sent', 'overdue') and i.deleted_at is null
      and i.next_due_date between ${from}::date and ${until}::date - ${Math.min(...days) - LONGEST_WEEKEND}::int
      and (i.next_due_date >= ${first}::date or exists (select from reminder_changes m
        where m.business_id = ${businessId} and m.invoice_id = i.id
          and m.due_date = i.next_due_date and m.moved_to is not null))
      and i.amount_due > 0 and not c.never_remind
      and (p.invoice_id is null or p.until_date is not null)
      and coalesce(done.last, -1000) < ${Math.max(...days)}
      and not ${isDisputed(businessId, sql`i.id`)}
    order by i.next_due_date, i.id limit ${limit}`);
  return rows;
}

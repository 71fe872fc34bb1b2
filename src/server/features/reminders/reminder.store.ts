import type { SQL } from 'drizzle-orm';
import { and, desc, eq, sql } from 'drizzle-orm';
import type { CalendarDate } from '../../../shared/dates/calendar-date.ts';
import { addDays } from '../../../shared/dates/calendar-date.ts';
import { utcInstant } from '../../../shared/dates/instants.ts';
import { withDecimals } from '../../../shared/money/money.ts';
import type { StepChange } from '../../../shared/reminders/reminder-days.ts';
import { LONGEST_WEEKEND } from '../../../shared/reminders/reminder-days.ts';
import type { ReminderStep } from '../../../shared/reminders/reminder-words.ts';
import type { Queryable } from '../../db/database.ts';
import {
  invoiceReminders,
  lateFees,
  reminderChanges,
  reminderPauses,
  reminderSettings,
} from '../../db/tables/reminders.table.ts';
import { joinCustomer } from '../customers/index.ts';

export type SettingsRow = typeof reminderSettings.$inferSelect;
export type PauseRow = typeof reminderPauses.$inferSelect;

export async function findSettings(
  db: Queryable,
  businessId: string,
): Promise<SettingsRow | undefined> {
  const [row] = await db
    .select()
    .from(reminderSettings)
    .where(eq(reminderSettings.businessId, businessId));
  return row;
}

export async function saveSettings(
  db: Queryable,
  businessId: string,
  values: Omit<typeof reminderSettings.$inferInsert, 'businessId'>,
): Promise<void> {
  await db
    .insert(reminderSettings)
    .values({ businessId, ...values })
    .onConflictDoUpdate({ target: reminderSettings.businessId, set: values });
}

/** What was looked at is looked at again then, unless it was saved anew meanwhile. */
export async function setNextRun(
  db: Queryable,
  { businessId, version }: Pick<SettingsRow, 'businessId' | 'version'>,
  nextRunAt: Date,
): Promise<void> {
  await db
    .update(reminderSettings)
    .set({ nextRunAt })
    .where(and(eq(reminderSettings.businessId, businessId), eq(reminderSettings.version, version)));
}

export async function findPause(
  db: Queryable,
  businessId: string,
  invoiceId: number,
): Promise<PauseRow | undefined> {
  const [row] = await db.select().from(reminderPauses).where(ofInvoice(businessId, invoiceId));
  return row;
}

const ofInvoice = (businessId: string, invoiceId: number) =>
  and(eq(reminderPauses.businessId, businessId), eq(reminderPauses.invoiceId, invoiceId));

export async function savePause(
  db: Queryable,
  values: typeof reminderPauses.$inferInsert,
): Promise<void> {
  const { reason, until = null, note = null, createdAt } = values;
  await db
    .insert(reminderPauses)
    .values(values)
    .onConflictDoUpdate({
      target: [reminderPauses.businessId, reminderPauses.invoiceId],
      set: { reason, until, note, createdAt },
    });
}

/** @returns whether there was one */
export async function deletePause(
  db: Queryable,
  businessId: string,
  invoiceId: number,
): Promise<boolean> {
  const gone = await db
    .delete(reminderPauses)
    .where(ofInvoice(businessId, invoiceId))
    .returning({ invoiceId: reminderPauses.invoiceId });
  return gone.length > 0;
}

/** The last day of a pause that stands today, as a date: 'infinity' where it has no end, null without one. */
export const pausedUntil = (businessId: string, invoiceId: SQL, today: CalendarDate): SQL => sql`
  (select coalesce(p.until_date, 'infinity'::date) from reminder_pauses p
    where p.business_id = ${businessId} and p.invoice_id = ${invoiceId}
      and (p.until_date is null or p.until_date >= ${today}::date))`;

/** Whether the owner has paused the reminders of an invoice. */
export const isPaused = (businessId: string, invoiceId: SQL, today: CalendarDate): SQL =>
  sql`(${pausedUntil(businessId, invoiceId, today)} is not null)`;

/** Whether its customer disputes a payment of it, or has won: what is due then is for its owner to ask for. */
export const isDisputed = (businessId: string, invoiceId: SQL): SQL => sql`
  (exists (select from payments y
    where y.business_id = ${businessId} and y.invoice_id = ${invoiceId}
      and y.dispute in ('open', 'lost'))
   or exists (select from checkout_parts s
    join payments y on y.business_id = ${businessId} and y.checkout_id = s.checkout_id
    where s.business_id = ${businessId} and s.invoice_id = ${invoiceId}
      and y.dispute in ('open', 'lost')))`;

export async function insertReminder(
  db: Queryable,
  values: typeof invoiceReminders.$inferInsert,
): Promise<void> {
  await db.insert(invoiceReminders).values(values);
}

/** The same where the step may have been dealt with, or a reminder may have gone out that day. */
export async function noteReminder(
  db: Queryable,
  values: typeof invoiceReminders.$inferInsert,
): Promise<void> {
  await db.insert(invoiceReminders).values(values).onConflictDoNothing();
}

/** How many of an invoice's reminders are shown. */
const SHOWN = 50;

/** The newest first. */
export function listReminders(db: Queryable, businessId: string, invoiceId: number) {
  return db
    .select()
    .from(invoiceReminders)
    .where(
      and(eq(invoiceReminders.businessId, businessId), eq(invoiceReminders.invoiceId, invoiceId)),
    )
    .orderBy(desc(invoiceReminders.id))
    .limit(SHOWN);
}

/** What of the steps of an invoice's due date is planned otherwise. */
export async function listChanges(
  db: Queryable,
  businessId: string,
  invoiceId: number,
  dueDate: CalendarDate,
): Promise<StepChange[]> {
  return db
    .select({ days: reminderChanges.days, movedTo: reminderChanges.movedTo })
    .from(reminderChanges)
    .where(ofDueDate(businessId, invoiceId, dueDate));
}

/** Of some invoices. */
export function listInvoiceChanges(
  db: Queryable,
  businessId: string,
  invoiceIds: readonly number[],
) {
  const { invoiceId } = reminderChanges;
  return db
    .select()
    .from(reminderChanges)
    .where(
      and(
        eq(reminderChanges.businessId, businessId),
        sql`${invoiceId} = any(${sql.param(invoiceIds)}::bigint[])`,
      ),
    );
}

const ofDueDate = (businessId: string, invoiceId: number, dueDate: CalendarDate) =>
  and(
    eq(reminderChanges.businessId, businessId),
    eq(reminderChanges.invoiceId, invoiceId),
    eq(reminderChanges.dueDate, dueDate),
  );

export async function saveChange(
  db: Queryable,
  values: typeof reminderChanges.$inferInsert,
): Promise<void> {
  const { businessId, invoiceId, dueDate, days, movedTo } = reminderChanges;
  await db
    .insert(reminderChanges)
    .values(values)
    .onConflictDoUpdate({
      target: [businessId, invoiceId, dueDate, days],
      set: { movedTo: sql`excluded.${sql.identifier(movedTo.name)}` },
    });
}

export async function deleteChange(
  db: Queryable,
  businessId: string,
  { invoiceId, dueDate, days }: { invoiceId: number; dueDate: CalendarDate; days: number },
): Promise<void> {
  await db
    .delete(reminderChanges)
    .where(and(ofDueDate(businessId, invoiceId, dueDate), eq(reminderChanges.days, days)));
}

/** Invoices with a step that was moved to a day that has come, and was not dealt with. */
export async function listMoved(
  db: Queryable,
  businessId: string,
  today: CalendarDate,
): Promise<number[]> {
  const { rows } = await db.execute<{ id: string }>(sql`
    select distinct m.invoice_id as id from reminder_changes m
    where m.business_id = ${businessId} and m.moved_to <= ${today}::date
      and not exists (select from invoice_reminders r
        where r.business_id = ${businessId} and r.invoice_id = m.invoice_id
          and r.due_date = m.due_date and r.days >= m.days)
      and exists (select from invoices i
        where i.business_id = ${businessId} and i.id = m.invoice_id and i.deleted_at is null
          and i.status in ('sent', 'overdue') and i.next_due_date = m.due_date)
    order by m.invoice_id limit ${MOST_MOVED}`);
  return rows.map(({ id }) => Number(id));
}

/** So many are looked at in one run; moved by hand, they are few. */
const MOST_MOVED = 1_000;

/**
 * The first day on which somebody is reminded of an invoice: since there are reminders, and not on the
 * day on which it comes, when it speaks for itself.
 */
export function firstReminderDay(
  { createdAt, issueDate }: { createdAt: Date | string; issueDate: CalendarDate },
  since: CalendarDate,
): CalendarDate {
  const created = utcInstant(createdAt).slice(0, 10);
  const next = addDays(created > issueDate ? created : issueDate, 1);
  return next > since ? next : since;
}

interface Days {
  steps: readonly ReminderStep[];
  businessDaysOnly: boolean;
  since: CalendarDate;
  today: CalendarDate;
}

/**
 * Which invoices have reached a step that was not dealt with, of those that are open, by their due
 * dates: read again under lock before one is sent. Those whose owner or customer wants none are left
 * out, and those that had a message today.
 * @param after the last of the page before
 */
export async function listReached(
  db: Queryable,
  businessId: string,
  { steps, businessDaysOnly, since, today }: Days,
  after: { dueDate: CalendarDate; id: number } | undefined,
  limit: number,
): Promise<{ id: number; dueDate: CalendarDate }[]> {
  const days = steps.map((step) => step.days);
  // As `stepDate` of shared/reminders says it.
  const byRule = sql`i.next_due_date + d - case
    when d < 0 and ${businessDaysOnly} then greatest(0, extract(isodow from i.next_due_date + d)::int - 5)
    else 0 end`;
  const { rows } = await db.execute<{ id: string; due_date: string }>(sql`
    select i.id, i.next_due_date as due_date from invoices i
    ${joinCustomer(businessId, sql`i.customer_id`)}
    cross join lateral (
      select d as days, coalesce(m.moved_to, ${byRule}) as on_date,
        m.days is not null and m.moved_to is null as is_skipped
      from unnest(${sql.param(days)}::int[]) as d
      left join reminder_changes m on m.business_id = ${businessId} and m.invoice_id = i.id
        and m.due_date = i.next_due_date and m.days = d
      where coalesce(m.moved_to, ${byRule}) <= ${today}::date
      order by d desc limit 1) step
    where i.business_id = ${businessId} and i.status in ('sent', 'overdue') and i.deleted_at is null
      and i.next_due_date <= ${today}::date - ${Math.min(...days) - LONGEST_WEEKEND}::int
      ${after ? sql`and (i.next_due_date, i.id) > (${after.dueDate}::date, ${after.id}::bigint)` : sql``}
      and i.amount_due > 0 and not c.never_remind
      and not step.is_skipped and step.on_date >= ${since}::date
      and step.on_date > greatest(i.issue_date, (i.created_at at time zone 'UTC')::date)
      and not exists (select from invoice_reminders r
        where r.business_id = ${businessId} and r.invoice_id = i.id
          and (r.on_date = ${today}::date
            or (r.due_date = i.next_due_date and r.days >= step.days)))
      and not ${isPaused(businessId, sql`i.id`, today)} and not ${isDisputed(businessId, sql`i.id`)}
    order by i.next_due_date, i.id limit ${limit}`);
  return rows.map(({ id, due_date }) => ({ id: Number(id), dueDate: due_date }));
}

/** One that could not be made before takes its place. @returns whether there was none */
export async function keepLateFee(
  db: Queryable,
  values: typeof lateFees.$inferInsert,
): Promise<boolean> {
  const { feeInvoiceId, problem, createdAt } = values;
  const [row] = await db
    .insert(lateFees)
    .values(values)
    .onConflictDoUpdate({
      target: [lateFees.businessId, lateFees.invoiceId, lateFees.dueDate, lateFees.nth],
      set: { feeInvoiceId, problem },
      // What was made is made.
      setWhere: sql`${lateFees.feeInvoiceId} is null`,
    })
    .returning({ createdAt: lateFees.createdAt });
  if (!row) throw new Error('a late fee was charged twice');
  return row.createdAt.getTime() === createdAt?.getTime();
}

interface FeeRow extends Record<string, unknown> {
  id: string;
  number: string;
  total: string;
  currency: string;
}

/** What was charged for paying an invoice late, in its order; and the invoice that it is a fee for. */
export async function readLateFees(db: Queryable, businessId: string, invoiceId: number) {
  const columns = sql`i.id, i.invoice_number as number, i.total, i.currency`;
  const { rows: charged } = await db.execute<FeeRow>(sql`
    select ${columns} from late_fees f
    join invoices i on i.business_id = ${businessId} and i.id = f.fee_invoice_id
      and i.deleted_at is null
    where f.business_id = ${businessId} and f.invoice_id = ${invoiceId} order by f.id`);
  const { rows: chargedFor } = await db.execute<FeeRow>(sql`
    select ${columns} from late_fees f
    join invoices i on i.business_id = ${businessId} and i.id = f.invoice_id and i.deleted_at is null
    where f.business_id = ${businessId} and f.fee_invoice_id = ${invoiceId}`);
  const present = ({ id, number, total, currency }: FeeRow) => ({
    id: Number(id),
    invoiceNumber: number,
    total: withDecimals(total, currency),
    currency,
  });
  return { lateFees: charged.map(present), lateFeeFor: chargedFor.map(present)[0] ?? null };
}

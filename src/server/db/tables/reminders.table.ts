import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  unique,
} from 'drizzle-orm/pg-core';
import type { LateFee } from '../../../shared/reminders/late-fee.ts';
import type { ReminderStep } from '../../../shared/reminders/reminder-words.ts';
import { createdAt, instant, reference, updatedAt, version } from './columns.ts';
import { day } from './document-columns.ts';
import { emails } from './emails.table.ts';
import { invoices } from './invoices.table.ts';
import { ownedRecord, owner, ownersRecord, recordKey } from './owned-columns.ts';

/** When a business's customers are reminded of what is due, and in which words. */
export const reminderSettings = pgTable(
  'reminder_settings',
  {
    businessId: owner().primaryKey(),
    enabled: boolean('enabled').notNull(),
    /** The day on which it was switched on last: steps of earlier days are not made up for. */
    enabledSince: date('enabled_since', { mode: 'string' }),
    sendFrom: integer('send_from').notNull(),
    sendUntil: integer('send_until').notNull(),
    businessDaysOnly: boolean('business_days_only').notNull(),
    steps: jsonb('steps').$type<ReminderStep[]>().notNull(),
    /** What is charged for paying late, and since when; null is nothing. */
    lateFee: jsonb('late_fee').$type<LateFee>(),
    lateFeeSince: date('late_fee_since', { mode: 'string' }),
    /** When the job looks at its invoices next. */
    nextRunAt: instant('next_run_at').notNull(),
    version: version(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    check(
      'reminder_settings_window',
      sql`${t.sendFrom} between 0 and 23 and ${t.sendUntil} between 1 and 24
        and ${t.sendFrom} < ${t.sendUntil}`,
    ),
    // For the job that sends reminders: looks across owners.
    index('reminder_settings_due')
      .on(t.nextRunAt)
      .where(sql`enabled or late_fee is not null`),
  ],
);

/** A step of the schedule that was dealt with for a due date of an invoice, once and for all. */
export const invoiceReminders = pgTable(
  'invoice_reminders',
  {
    ...ownedRecord(),
    invoiceId: reference('invoice_id').notNull(),
    dueDate: day('due_date'),
    /** Days after the due date. */
    days: integer('days').notNull(),
    /** The business's day on which it was decided. */
    onDate: day('on_date'),
    /** The message; null where the customer had no address to send it to. */
    emailId: reference('email_id'),
    createdAt: createdAt(),
  },
  (t) => [
    recordKey(t),
    unique('invoice_reminders_step').on(t.businessId, t.invoiceId, t.dueDate, t.days),
    // Nobody is reminded of one invoice twice on one day.
    unique('invoice_reminders_day').on(t.businessId, t.invoiceId, t.onDate),
    ownersRecord('invoice_reminders_invoice', [t.businessId, t.invoiceId], invoices).onDelete(
      'cascade',
    ),
    ownersRecord('invoice_reminders_email', [t.businessId, t.emailId], emails),
    index('invoice_reminders_by_email').on(t.businessId, t.emailId),
  ],
);

/** Steps to come of a due date that the owner has moved or left out, until they are dealt with. */
export const reminderChanges = pgTable(
  'reminder_changes',
  {
    businessId: owner(),
    invoiceId: reference('invoice_id').notNull(),
    dueDate: day('due_date'),
    days: integer('days').notNull(),
    /** null leaves it out. */
    movedTo: date('moved_to', { mode: 'string' }),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({
      name: 'reminder_changes_pk',
      columns: [t.businessId, t.invoiceId, t.dueDate, t.days],
    }),
    ownersRecord('reminder_changes_invoice', [t.businessId, t.invoiceId], invoices).onDelete(
      'cascade',
    ),
    // For the job: what was moved to a day is due on it, whatever its own day is.
    index('reminder_changes_moved')
      .on(t.businessId, t.movedTo)
      .where(sql`moved_to is not null`),
  ],
);

/** Invoices whose customers are not reminded for now, by their owner's word. */
export const reminderPauses = pgTable(
  'reminder_pauses',
  {
    businessId: owner(),
    invoiceId: reference('invoice_id').notNull(),
    reason: text('reason', { enum: ['promised', 'replied', 'disputed', 'other'] }).notNull(),
    /** Reminders go on after this day; null is until they are resumed. */
    until: date('until_date', { mode: 'string' }),
    note: text('note'),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ name: 'reminder_pauses_pk', columns: [t.businessId, t.invoiceId] }),
    ownersRecord('reminder_pauses_invoice', [t.businessId, t.invoiceId], invoices).onDelete(
      'cascade',
    ),
    check(
      'reminder_pauses_reason',
      sql`${t.reason} in ('promised', 'replied', 'disputed', 'other')
        and (${t.reason} <> 'promised' or ${t.until} is not null)`,
    ),
  ],
);

/** What was charged for paying an invoice late: once for each month of a due date. */
export const lateFees = pgTable(
  'late_fees',
  {
    ...ownedRecord(),
    invoiceId: reference('invoice_id').notNull(),
    dueDate: day('due_date'),
    /** The month after the due date, counted from 1; of a fixed fee 1. */
    nth: integer('nth').notNull(),
    /** The document that charges it; null while it could not be made. */
    feeInvoiceId: reference('fee_invoice_id'),
    /** Why it could not be made, in words. */
    problem: text('problem'),
    createdAt: createdAt(),
  },
  (t) => [
    recordKey(t),
    unique('late_fees_once').on(t.businessId, t.invoiceId, t.dueDate, t.nth),
    unique('late_fees_document').on(t.businessId, t.feeInvoiceId),
    check(
      'late_fees_made',
      sql`${t.nth} > 0 and (${t.feeInvoiceId} is null) = (${t.problem} is not null)
        and ${t.feeInvoiceId} is distinct from ${t.invoiceId}`,
    ),
    ownersRecord('late_fees_invoice', [t.businessId, t.invoiceId], invoices).onDelete('cascade'),
    ownersRecord('late_fees_fee', [t.businessId, t.feeInvoiceId], invoices).onDelete('cascade'),
  ],
);

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
import type { ScheduleException } from '../../../shared/recurring/exceptions.ts';
import type { RecurringContent } from '../../../shared/recurring/recurring.contract.ts';
import { INTERVAL_UNITS } from '../../../shared/recurring/schedule.ts';
import { businessId, createdAt, currency, decimal, instant, reference } from './columns.ts';
import { customers } from './customers.table.ts';
import { day } from './document-columns.ts';
import { invoices } from './invoices.table.ts';
import { keptRecord, ownedRecord, ownersRecord, recordKey } from './owned-columns.ts';

/** What was refused last, and since when it has been. */
export interface Problem {
  code: string;
  message: string;
  path: string | null;
  since: string;
}

/** What invoices are made of again and again, and when. */
export const recurringInvoices = pgTable(
  'recurring_invoices',
  {
    ...ownedRecord(),
    customerId: reference('customer_id').notNull(),
    name: text('name'),
    /** What each invoice says, as calls give it: rates of tax by their number, variables as typed. */
    content: jsonb('content').$type<RecurringContent>().notNull(),
    currency: currency().notNull(),
    /** What an invoice came to when this was saved, or when the last one was made. */
    total: decimal('total').notNull(),
    startDate: day('start_date'),
    unit: text('unit', { enum: INTERVAL_UNITS }).notNull(),
    every: integer('every').notNull(),
    dayOfMonth: integer('day_of_month'),
    endDate: date('end_date', { mode: 'string' }),
    maxOccurrences: integer('max_occurrences'),
    /** Days to come that were moved or left out; what has been dealt with stands in the runs. */
    exceptions: jsonb('exceptions').$type<ScheduleException[]>().notNull().default([]),
    dueDays: integer('due_days'),
    delivery: text('delivery', { enum: ['draft', 'send'] }).notNull(),
    catchUp: text('catch_up', { enum: ['all', 'latest', 'none'] }).notNull(),
    status: text('status', { enum: ['active', 'paused', 'ended'] })
      .notNull()
      .default('active'),
    /** The next occurrence, and the day on which it is made, or is over if it is left out; null once it has ended. */
    nextIndex: integer('next_index').notNull(),
    nextDate: date('next_date', { mode: 'string' }),
    /** The day of the next invoice, by which lists are ordered: 2100 where none is to come. */
    listDate: day('list_date'),
    madeCount: integer('made_count').notNull().default(0),
    problem: jsonb('problem').$type<Problem>(),
    /** When the last attempt was refused. Days up to it were not slept through: they stay due. */
    refusedAt: instant('refused_at'),
    ...keptRecord(),
  },
  (t) => [
    recordKey(t),
    ownersRecord('recurring_invoices_customer', [t.businessId, t.customerId], customers),
    check('recurring_invoices_unit', sql`${t.unit} in ('day', 'week', 'month', 'quarter', 'year')`),
    check('recurring_invoices_every', sql`${t.every} between 1 and 366`),
    check(
      'recurring_invoices_day_of_month',
      sql`${t.dayOfMonth} is null
        or (${t.dayOfMonth} between 1 and 31 and ${t.unit} not in ('day', 'week'))`,
    ),
    check('recurring_invoices_end', sql`${t.endDate} >= ${t.startDate}`),
    check('recurring_invoices_most', sql`${t.maxOccurrences} between 1 and 9999`),
    check('recurring_invoices_due_days', sql`${t.dueDays} between 0 and 3650`),
    check('recurring_invoices_total', sql`${t.total} >= 0`),
    check(
      'recurring_invoices_words',
      sql`${t.delivery} in ('draft', 'send') and ${t.catchUp} in ('all', 'latest', 'none')
        and ${t.status} in ('active', 'paused', 'ended')`,
    ),
    check(
      'recurring_invoices_next',
      sql`(${t.nextDate} is null) = (${t.status} = 'ended') and ${t.nextIndex} >= 0
        and (${t.nextDate} is null or (${t.nextDate} >= ${t.startDate}
          and (${t.endDate} is null or ${t.nextDate} <= ${t.endDate})))`,
    ),
    check(
      'recurring_invoices_made',
      sql`${t.madeCount} >= 0 and (${t.maxOccurrences} is null or ${t.status} = 'ended'
        or ${t.madeCount} < ${t.maxOccurrences})`,
    ),
    // What ended or goes on has no problem, and a problem had its attempt.
    check(
      'recurring_invoices_problem',
      sql`${t.problem} is null or (${t.status} <> 'ended' and ${t.refusedAt} is not null)`,
    ),
    index('recurring_invoices_list')
      .on(t.businessId, t.listDate, t.id)
      .where(sql`deleted_at is null`),
    index('recurring_invoices_by_customer').on(t.businessId, t.customerId),
    index('recurring_invoices_search')
      .using('gin', t.businessId, sql`search_text gin_trgm_ops`)
      .where(sql`deleted_at is null`),
    // For the job that makes invoices: looks across owners.
    index('recurring_invoices_due')
      .on(t.nextDate)
      .where(sql`status = 'active' and deleted_at is null`),
    // What of one owner is due.
    index('recurring_invoices_due_by_owner')
      .on(t.businessId, t.nextDate, t.id)
      .where(sql`status = 'active' and deleted_at is null`),
  ],
);

/**
 * What became of each day. A day is dealt with once, whatever runs twice or at once, and whatever
 * the schedule is changed to: the key is the day and not its number in the schedule.
 */
export const recurringRuns = pgTable(
  'recurring_runs',
  {
    businessId: businessId(),
    recurringId: reference('recurring_id').notNull(),
    date: day('date'),
    /** Its number in the schedule of then. */
    occurrence: integer('occurrence').notNull(),
    outcome: text('outcome', { enum: ['made', 'skipped', 'missed'] }).notNull(),
    invoiceId: reference('invoice_id'),
    /** Whether the owner knows: news of what was caught up with comes at its end. */
    isTold: boolean('is_told').notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.businessId, t.recurringId, t.date] }),
    ownersRecord('recurring_runs_of', [t.businessId, t.recurringId], recurringInvoices).onDelete(
      'cascade',
    ),
    ownersRecord('recurring_runs_invoice', [t.businessId, t.invoiceId], invoices),
    // Which run made an invoice.
    unique('recurring_runs_made').on(t.businessId, t.invoiceId),
    check('recurring_runs_outcome', sql`${t.outcome} in ('made', 'skipped', 'missed')`),
    check('recurring_runs_has_made', sql`(${t.outcome} = 'made') = (${t.invoiceId} is not null)`),
    check('recurring_runs_occurrence', sql`${t.occurrence} >= 0`),
    index('recurring_runs_to_tell')
      .on(t.businessId, t.recurringId)
      .where(sql`not is_told`),
  ],
);

import type { SQL } from 'drizzle-orm';
import { sql } from 'drizzle-orm';
import type { CalendarDate, DateRange } from '../../../shared/dates/calendar-date.ts';
import type { InvoiceStatus } from '../../../shared/invoices/invoice-status.ts';
import type { Decimal } from '../../../shared/money/decimal.ts';
import type { Money } from '../../../shared/money/money.ts';
import type { Queryable } from '../../db/database.ts';
import {
  asksForNothing,
  currentStatus,
  differencesOfPlans,
  isPastDue,
  liveInvoices,
  openByDueDate,
  overdueAmount,
  selectBusinessToday,
} from '../../db/overdue.ts';
import { selectTogether } from '../../db/select-together.ts';
import { joinCustomer, leftJoinMerged, whoseIs } from '../customers/index.ts';

/**
 * Sums over an owner's invoices by currency, as selects that others put together into one statement.
 * Deleted invoices count nowhere.
 */

export interface StatusSum {
  status: InvoiceStatus;
  currency: string;
  count: number;
  total: Decimal;
  /** Of the total, what payments have settled, and what is due. */
  paid: Decimal;
  due: Decimal;
  /** Of what is due, what is late: of those that are overdue alone, and not all of a plan. */
  overdue: Decimal;
  /** How many of them ask for nothing. */
  nothingDue: number;
}

const SUMS = sql`count(*) as invoices, sum(d.total) as total, sum(d.amount_paid) as paid,
  sum(d.amount_due) as due`;

/**
 * By status as it is now: what `countInSums` keeps of all times, or of what some conditions find, and
 * the few that are late and not marked yet moved from sent to overdue.
 * @param found conditions on invoices `d`, the owner's and that they are live among them
 */
export function statusSums(businessId: string, now: Date, found?: SQL[]): SQL<StatusSum> {
  const where = found ? sql.join(found, sql` and `) : liveInvoices('d', businessId);
  const today = selectBusinessToday(businessId, now);
  // By their stored status, which the index of sums has: whether each is late it does not say.
  const stored = found
    ? sql`select d.status, d.currency, ${SUMS} from invoices d where ${where}
        group by d.status, d.currency`
    : sql`select status, currency, invoice_count as invoices, total, paid, due
        from invoice_totals where business_id = ${businessId}`;
  return sql<StatusSum>`
    with late as (
      select d.currency, ${SUMS},
        coalesce(sum(d.amount_due) filter (where d.installments = '[]'::jsonb), 0) as overdue
      from invoices d
      where ${where} and ${isPastDue('d', today)}
      group by d.currency
    )
    select status, currency, sum(invoices)::int as count, sum(total)::text as total,
      sum(paid)::text as paid, sum(due)::text as due, sum(overdue)::text as overdue,
      sum(nothing)::int as "nothingDue"
    from (
      select *, case when status = 'overdue' then due else 0 end as overdue, 0 as nothing
        from (${stored}) as stored
      union all select 'overdue', currency, invoices, total, paid, due, overdue, 0 from late
      union all select 'sent', currency, -invoices, -total, -paid, -due, 0, 0 from late
      union all select 'overdue', currency, 0, 0, 0, 0, amount, 0
        from (${differencesOfPlans('d', businessId, now, where)}) as plans
      union all select d.status, d.currency, 0, 0, 0, 0, 0, 1 from invoices d
        where ${where} and ${asksForNothing('d')}
    ) as moved
    group by status, currency`;
}

interface WrittenOffSum {
  currency: string;
  count: number;
  total: Decimal;
  /** Of the total, what was given up. */
  amount: Decimal;
}

/** The same, and what of those that are paid was given up, if only in part. */
export function readStatusSums(
  db: Queryable,
  businessId: string,
  now: Date,
  found: SQL[] | undefined,
): Promise<{ statuses: StatusSum[]; writtenOff: WrittenOffSum[] }> {
  const where = found ? sql.join(found, sql` and `) : liveInvoices('d', businessId);
  const parts = {
    statuses: statusSums(businessId, now, found),
    writtenOff: sql<WrittenOffSum>`
      select d.currency, count(*)::int as count, sum(d.total)::text as total,
        sum(d.amount_written_off)::text as amount
      from invoices d where ${where} and d.status = 'paid' and d.amount_written_off > 0
      group by d.currency`,
  };
  // Of all times, it reads kept totals by their key and the few rows of partial indexes, whatever the owner has.
  return selectTogether(db, parts, { isNamed: found === undefined });
}

export interface InvoicedDay {
  day: CalendarDate;
  currency: string;
  /** Total of the invoices issued, drafts left out. */
  amount: Decimal;
  /** Drafts too. */
  created: number;
  createdTotal: Decimal;
}

/** By the day of issue; days without any are left out. */
export function invoicedByDay(businessId: string, { from, to }: DateRange): SQL<InvoicedDay> {
  return sql<InvoicedDay>`
    select issue_date as day, currency,
      coalesce(sum(total) filter (where status <> 'draft'), 0)::text as amount,
      count(*) as created, sum(total)::text as "createdTotal"
    from invoices
    where business_id = ${businessId} and deleted_at is null
      and issue_date between ${from}::date and ${to}::date
    group by issue_date, currency`;
}

/**
 * One row: customers with an invoice issued in the range that is no draft, and how often: once for each
 * currency.
 */
export function countInvoicedCustomers(
  businessId: string,
  { from, to }: DateRange,
): SQL<{ count: number; rows: number }> {
  return sql<{ count: number; rows: number }>`
    select count(distinct customer_id) as count, count(*) as rows from (
      select ${whoseIs('invoiced')} as customer_id, invoiced.currency
      from (
        select customer_id, currency from invoices
        where business_id = ${businessId} and deleted_at is null and status <> 'draft'
          and issue_date between ${from}::date and ${to}::date
        group by customer_id, currency) as invoiced
      ${leftJoinMerged(businessId, sql`invoiced.customer_id`)}
      group by 1, 2) as invoiced`;
}

/** What of open invoices is due later than a day, of a plan its later installments. */
export function dueAfter(businessId: string, day: CalendarDate): SQL<Money> {
  return sql<Money>`
    select i.currency, sum(case when i.next_due_date > ${day}::date then i.amount_due else (
      select coalesce(sum(part.amount), 0) from ${openByDueDate('i', sql`i.amount_due`)} as part
      where part.due_date > ${day}::date) end)::text as amount
    from invoices i
    where ${liveInvoices('i', businessId)} and i.status in ('sent', 'overdue')
      and i.due_date > ${day}::date
    group by i.currency`;
}

export interface UnpaidRow {
  id: number;
  invoiceNumber: string;
  customerName: string;
  customerCompany: string | null;
  /** Of what is to be paid next. */
  dueDate: CalendarDate;
  currency: string;
  amountDue: Decimal;
  amountOverdue: Decimal;
  status: InvoiceStatus;
}

/**
 * Invoices with something to pay, what was due first before the others. Their number stands in the text:
 * planned for any number, a tenth of all would be read.
 */
export function firstDue(businessId: string, limit: number, now: Date): SQL<UnpaidRow> {
  return sql<UnpaidRow>`
    select i.id, i.invoice_number as "invoiceNumber", c.name as "customerName",
      c.company as "customerCompany", i.next_due_date as "dueDate", i.currency,
      i.amount_due::text as "amountDue",
      (${overdueAmount('i', selectBusinessToday(businessId, now))})::text as "amountOverdue",
      ${currentStatus('i', businessId, now)} as status
    from (
      select * from invoices
      where business_id = ${businessId} and deleted_at is null and status in ('sent', 'overdue')
        and amount_due > 0
      order by next_due_date, id limit ${sql.raw(String(limit))}
    ) i
    ${joinCustomer(businessId, sql`i.customer_id`)}
    order by i.next_due_date, i.id`;
}

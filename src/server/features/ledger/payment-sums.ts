import type { SQL } from 'drizzle-orm';
import { sql } from 'drizzle-orm';
import type { DateRange } from '../../../shared/dates/calendar-date.ts';
import type { DaySum } from '../../../shared/reports/day-sums.ts';

/**
 * Money that came, by the day of its payment and its currency, of invoices that are not deleted. Selects, which others
 * put together into one statement.
 */

/**
 * What shared/payments/balance.ts calls received, for sums over many payments: those that count, less
 * what was given back of them. `y` is the row of `payments` in the statement that it is put into.
 */
export const RECEIVED: SQL = sql`(y.amount - y.refunded_amount)`;
export const COUNTS_AS_RECEIVED: SQL = sql`y.status = 'completed'`;

/** Deleted invoices are few: to leave these out takes less than to look every payment's up. */
const counted = (businessId: string, { from, to }: DateRange) => sql`
  where y.business_id = ${businessId} and ${COUNTS_AS_RECEIVED}
    and y.payment_date between ${from}::date and ${to}::date
    and not exists (
      select 1 from invoices d
      where d.business_id = ${businessId} and d.id = y.invoice_id and d.deleted_at is not null)`;

/** Days on which nothing came are left out. */
export function receivedByDay(businessId: string, range: DateRange): SQL<DaySum> {
  return sql<DaySum>`
    select y.payment_date as day, y.currency, sum(${RECEIVED})::text as amount
    from payments y ${counted(businessId, range)} group by y.payment_date, y.currency`;
}

export interface Receipts {
  days: DaySum[];
  /** Payments that a report tells of: with money left, or of an invoice that is paid. */
  count: number;
  /** Invoices that are paid, among those of these payments. */
  paidInvoices: number;
}

/** One row: the same sums by day, and how many payments and paid invoices they are of. */
export function selectReceipts(businessId: string, range: DateRange): SQL<Receipts> {
  return sql<Receipts>`
    with receipts as materialized (
      select y.payment_date, y.invoice_id, y.currency, ${RECEIVED} as amount,
        unpaid.id is null as paid
      from payments y
      left join invoices unpaid on unpaid.business_id = ${businessId} and unpaid.id = y.invoice_id
        and unpaid.deleted_at is null and unpaid.status in ('draft', 'sent', 'overdue')
      ${counted(businessId, range)}
    )
    select
      (select coalesce(json_agg(d), '[]'::json) from (
         select payment_date as day, currency, sum(amount)::text as amount
         from receipts group by payment_date, currency) d) as days,
      (select count(*) from receipts where amount <> 0 or paid) as count,
      (select count(distinct invoice_id) from receipts where paid) as "paidInvoices"`;
}

import type { SQL } from 'drizzle-orm';
import { sql } from 'drizzle-orm';
import type { DateRange } from '../../../shared/dates/calendar-date.ts';
import type { DaySum } from '../../../shared/reports/day-sums.ts';

/**
 * Money that came, by the day of its payment and less what was given back: completed payments of
 * invoices that are not deleted. Selects, which others put together into one statement.
 */
export const receipts = (userId: string, { from, to }: DateRange) => sql`
  from payments y
  join invoices i on i.user_id = y.user_id and i.id = y.invoice_id and i.deleted_at is null
  where y.user_id = ${userId} and y.status = 'completed'
    and y.payment_date between ${from}::date and ${to}::date`;

/** Days on which nothing came are left out. */
export function receivedByDay(userId: string, range: DateRange): SQL<DaySum> {
  return sql<DaySum>`
    select y.payment_date as day, sum(y.amount - y.refunded_amount)::numeric(20,2)::text as amount
    ${receipts(userId, range)} group by y.payment_date`;
}

export interface Receipts {
  days: DaySum[];
  /** Payments that a report tells of. */
  count: number;
  /** Invoices that are paid, among those of these payments. */
  paidInvoices: number;
}

/** A payment whose money has all gone back is told of only while its invoice is paid. */
export const TOLD = sql`(y.amount <> y.refunded_amount or i.status = 'paid')`;

/** One row: the same sums by day, and how many payments and paid invoices they are of. */
export function receiptsOf(userId: string, range: DateRange): SQL<Receipts> {
  return sql<Receipts>`
    with receipts as materialized (
      select y.payment_date, y.invoice_id, y.amount - y.refunded_amount as amount,
        ${TOLD} as told, i.status = 'paid' as paid
      ${receipts(userId, range)}
    )
    select
      (select coalesce(json_agg(d), '[]'::json) from (
         select payment_date as day, sum(amount)::numeric(20,2)::text as amount
         from receipts group by payment_date) d) as days,
      (select count(*) from receipts where told) as count,
      (select count(distinct invoice_id) from receipts where paid) as "paidInvoices"`;
}

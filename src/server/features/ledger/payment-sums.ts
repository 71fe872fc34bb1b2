import type { SQL } from 'drizzle-orm';
import { sql } from 'drizzle-orm';
import type { DateRange } from '../../../shared/dates/calendar-date.ts';
import type { Money } from '../../../shared/money/money.ts';
import type { DaySum } from '../../../shared/reports/day-sums.ts';

/**
 * Money that came, by the day of its payment and its currency. Selects, which others put together into
 * one statement.
 */

/**
 * What `leftOfPayment` of shared/payments/balance.ts is, for sums over many payments: those that count,
 * less what was given back of them. `y` is the row of `payments` in the statement that it is put into.
 */
export const RECEIVED: SQL = sql`(y.amount - y.refunded_amount)`;
export const COUNTS_AS_RECEIVED: SQL = sql`y.status = 'completed'`;

/** What of a payment is its customer's credit. */
export const UNAPPLIED: SQL = sql`
  (case when ${COUNTS_AS_RECEIVED} then y.amount - y.refunded_amount - y.allocated_amount
    else round(0, scale(y.amount)) end)`;

const counted = (businessId: string, { from, to }: DateRange) => sql`
  where y.business_id = ${businessId} and ${COUNTS_AS_RECEIVED}
    and y.payment_date between ${from}::date and ${to}::date`;

/**
 * What customers have paid beyond what settles their invoices, by currency: credit notes are no money.
 * @param whose of payments `y`; all unless told
 */
export function unappliedCredit(businessId: string, whose: SQL = sql`true`): SQL<Money> {
  return sql<Money>`
    select y.currency, sum(${UNAPPLIED})::text as amount from payments y
    where y.business_id = ${businessId} and y.status = 'completed'
      and y.amount > y.allocated_amount + y.refunded_amount and ${whose}
    group by y.currency`;
}

/** Days on which nothing came are left out. */
export function sumReceivedByDay(businessId: string, range: DateRange): SQL<DaySum> {
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
        y.invoice_id is not null and unpaid.id is null and gone.id is null as paid
      from payments y
      left join invoices unpaid on unpaid.business_id = ${businessId} and unpaid.id = y.invoice_id
        and unpaid.deleted_at is null and unpaid.status in ('draft', 'sent', 'overdue')
      left join invoices gone on gone.business_id = ${businessId} and gone.id = y.invoice_id
        and gone.deleted_at is not null
      ${counted(businessId, range)}
    )
    select
      (select coalesce(json_agg(d), '[]'::json) from (
         select payment_date as day, currency, sum(amount)::text as amount
         from receipts group by payment_date, currency) d) as days,
      (select count(*) from receipts where amount <> 0 or paid) as count,
      (select count(*) from (
         select invoice_id from receipts where paid
         union
         select a.invoice_id from payments y
         join allocations a on a.business_id = ${businessId} and a.payment_id = y.id
         join invoices i on i.business_id = ${businessId} and i.id = a.invoice_id
           and i.status = 'paid' and i.deleted_at is null
         ${counted(businessId, range)} and y.invoice_id is null
         group by a.payment_id, a.invoice_id having sum(a.amount) > 0) as paid) as "paidInvoices"`;
}

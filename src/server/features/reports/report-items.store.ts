import type { SQL } from 'drizzle-orm';
import { sql } from 'drizzle-orm';
import type { DateRange } from '../../../shared/dates/calendar-date.ts';
import { parseCalendarDate } from '../../../shared/dates/calendar-date.ts';
import { AppError } from '../../../shared/errors/app-error.ts';
import type { StandingFacts } from '../../../shared/invoices/invoice-status.ts';
import { isCurrency } from '../../../shared/money/currencies.ts';
import { readMoney } from '../../../shared/money/money.ts';
import type {
  CustomerItem,
  ExpenseItem,
  InvoiceItem,
  ReportType,
  RevenueItem,
} from '../../../shared/reports/report.contract.ts';
import { currentStatus, standingFacts } from '../../db/overdue.ts';
import type { Cursor } from '../../platform/lists/cursor.ts';
import { decodeCursor } from '../../platform/lists/cursor.ts';
import { joinCustomer, leftJoinMerged, whoseIs } from '../customers/index.ts';
import { COUNTS_AS_RECEIVED, RECEIVED } from '../ledger/index.ts';

/** A part of a report's rows: those after a place, and how many at most. */
export interface ItemPage {
  /** As of when the rows are. */
  now: Date;
  /** The business's, whose sums come first. */
  currency: string;
  after?: Cursor | undefined;
  limit?: number | undefined;
}

/** A row with its place in the report, as a cursor tells it. */
export type Placed<Item> = Item & { key: string; rowId: number };

/** A row as it is read of one that shows an invoice: its standing follows from these. */
type Standing<Item extends { standing: unknown }, Facts = StandingFacts> = Omit<
  Item,
  'status' | 'standing'
> & { facts: Facts };
export type RevenueRow = Standing<RevenueItem, StandingFacts | null>;
export type InvoiceRow = Standing<InvoiceItem>;

const facts = (i: string, businessId: string, now: Date): SQL =>
  standingFacts(i, currentStatus(i, businessId, now));

const most = (limit: number | undefined) => (limit === undefined ? sql`` : sql`limit ${limit}`);

/**
 * Completed payments, newest first; what has all gone back is told of while its invoice is paid. One
 * that was made for no invoice stands with those that it settles.
 */
export function revenueItems(
  businessId: string,
  { from, to }: DateRange,
  { after, limit, now }: ItemPage,
): SQL<Placed<RevenueRow>> {
  return sql<Placed<RevenueRow>>`
    select r.invoice_id as "invoiceId", coalesce(r.numbers, r.invoice_number) as "invoiceNumber",
      c.name as "customerName", c.company as "customerCompany", r.payment_date as date,
      r.amount::text as amount, r.currency, r.facts,
      r.payment_date as key, r.id as "rowId"
    from (
      select y.id, y.payment_date, y.currency, y.customer_id, ${RECEIVED} as amount,
        i.id as invoice_id, i.invoice_number, many.numbers,
        case when i.id is not null then ${facts('i', businessId, now)} end as facts
      from payments y
      left join lateral (
        select (array_agg(a.invoice_id order by a.first))[1] as first,
          string_agg(n.invoice_number, ', ' order by a.first) as numbers
        from (
          select invoice_id, min(id) as first from allocations
          where business_id = ${businessId} and payment_id = y.id
          group by invoice_id having sum(amount) > 0
        ) a
        join invoices n on n.business_id = ${businessId} and n.id = a.invoice_id
      ) many on y.invoice_id is null
      left join invoices i on i.business_id = ${businessId}
        and i.id = coalesce(y.invoice_id, many.first) and i.deleted_at is null
      where y.business_id = ${businessId} and ${COUNTS_AS_RECEIVED}
        and y.payment_date between ${from}::date and ${to}::date
        and (y.amount <> y.refunded_amount or i.status = 'paid')
        ${after ? sql`and (y.payment_date, y.id) < (${after.key}::date, ${after.id}::bigint)` : sql``}
      order by y.payment_date desc, y.id desc ${most(limit)}
    ) r
    ${joinCustomer(businessId, sql`r.customer_id`)}
    order by r.payment_date desc, r.id desc`;
}

/** Newest first. */
export function expenseItems(
  businessId: string,
  { from, to }: DateRange,
  { after, limit }: ItemPage,
): SQL<Placed<ExpenseItem>> {
  return sql<Placed<ExpenseItem>>`
    select id as "expenseId", expense_date as date, category, description, vendor,
      amount::text as amount, currency, expense_date as key, id as "rowId"
    from expenses
    where business_id = ${businessId} and deleted_at is null
      and expense_date between ${from}::date and ${to}::date
      ${after ? sql`and (expense_date, id) < (${after.key}::date, ${after.id}::bigint)` : sql``}
    order by expense_date desc, id desc ${most(limit)}`;
}

/** Currency by currency, the business's own first; in each, whom most was invoiced to. */
export function customerItems(
  businessId: string,
  { from, to }: DateRange,
  { after, limit, currency }: ItemPage,
): SQL<Placed<CustomerItem>> {
  return sql<Placed<CustomerItem>>`
    select c.id as "customerId", c.name, c.email, c.company,
      s.invoiced::text as "totalInvoiced", s.paid::text as "totalPaid", s.currency,
      s.currency || ':' || s.invoiced::text as key, c.id as "rowId"
    from (
      select * from (
        select ${whoseIs('each')} as customer_id, each.currency,
          sum(invoiced) as invoiced, sum(paid) as paid
        from (
          select customer_id, currency, sum(total) as invoiced, sum(amount_paid) as paid
          from invoices
          where business_id = ${businessId} and deleted_at is null and status <> 'draft'
            and issue_date between ${from}::date and ${to}::date
          group by customer_id, currency
        ) each
        ${leftJoinMerged(businessId, sql`each.customer_id`)}
        group by 1, 2
      ) s
      ${after ? sql`where ${afterCustomer(after, currency)}` : sql``}
      order by currency <> ${currency}, currency, invoiced desc, customer_id desc ${most(limit)}
    ) s
    ${joinCustomer(businessId, sql`s.customer_id`)}
    order by s.currency <> ${currency}, s.currency, s.invoiced desc, c.id desc`;
}

function afterCustomer({ key, id }: Cursor, own: string): SQL {
  const [currency, invoiced] = key.split(':');
  return sql`
    (currency <> ${own}, currency::text) > (${currency}::text <> ${own}, ${currency}::text)
    or (currency = ${currency}
      and (invoiced, customer_id) < (${invoiced}::numeric, ${id}::bigint))`;
}

/** Drafts too, newest first. */
export function invoiceItems(
  businessId: string,
  { from, to }: DateRange,
  { after, limit, now }: ItemPage,
): SQL<Placed<InvoiceRow>> {
  return sql<Placed<InvoiceRow>>`
    select i.id as "invoiceId", i.invoice_number as "invoiceNumber", c.name as "customerName",
      c.company as "customerCompany", i.issue_date as "issueDate", i.due_date as "dueDate", i.total::text as amount,
      i.subtotal::text as net, i.tax_amount::text as tax, i.rounding::text as rounding, i.currency,
      ${facts('i', businessId, now)} as facts,
      i.issue_date as key, i.id as "rowId"
    from (
      select * from invoices
      where business_id = ${businessId} and deleted_at is null
        and issue_date between ${from}::date and ${to}::date
        ${after ? sql`and (issue_date, id) < (${after.key}::date, ${after.id}::bigint)` : sql``}
      order by issue_date desc, id desc ${most(limit)}
    ) i
    ${joinCustomer(businessId, sql`i.customer_id`)}
    order by i.issue_date desc, i.id desc`;
}

/** The place of a row with its report's type: each type has an order of its own. */
export const toCursor = (type: ReportType, { key, rowId }: Placed<object>): Cursor => ({
  key: `${type} ${key}`,
  id: rowId,
});

/** @throws AppError BAD_REQUEST for what is no place in this type of report */
export function placeIn(type: ReportType, cursor: string): Cursor {
  const place = decodeCursor(cursor);
  const [of, key = ''] = place.key.split(' ', 2);
  if (of === type && type !== 'customers' && parseCalendarDate(key) === key) {
    return { ...place, key };
  }
  const [currency = '', amount = ''] = key.split(':', 2);
  if (of === type && type === 'customers' && isCurrency(currency) && readMoney(amount, currency)) {
    return { ...place, key: `${currency}:${amount}` };
  }
  throw new AppError('BAD_REQUEST', 'cursor is not one that a list has given');
}

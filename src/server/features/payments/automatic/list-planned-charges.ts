import { sql } from 'drizzle-orm';
import type { CalendarDate } from '../../../../shared/dates/calendar-date.ts';
import { withDecimals } from '../../../../shared/money/money.ts';
import { formatSavedCard } from '../../../../shared/payments/automatic-payment.ts';
import type { Queryable } from '../../../db/database.ts';
import { openByDueDate } from '../../../db/overdue.ts';
import { joinCustomer } from '../../customers/index.ts';
import { IS_NOT_OVER, joinStanding } from './plan-charge.ts';

export interface PlannedCharge {
  invoiceId: number;
  invoiceNumber: string;
  customerName: string;
  dueDate: CalendarDate;
  /** When it falls due, or a refused card is tried again. */
  plannedDate: CalendarDate;
  /** When it is charged: another day where it was moved, or its reminders are paused until then. */
  date: CalendarDate;
  isMoved: boolean;
  isSkipped: boolean;
  card: string;
  currency: string;
  amount: string;
}

interface Row extends Record<string, unknown> {
  id: string;
  number: string;
  name: string;
  brand: string;
  last4: string;
  due_date: string;
  planned_date: string;
  on_date: string;
  is_moved: boolean;
  is_skipped: boolean;
  currency: string;
  amount: string;
}

/**
 * What `chargeSavedCards` will charge up to a day, the first first, with what its owner leaves out: of each
 * invoice what is due next. What a dispute or a pause without an end holds is not to come.
 */
export async function listPlannedCharges(
  db: Queryable,
  businessId: string,
  {
    today,
    until,
    timeZone,
    limit,
  }: { today: CalendarDate; until: CalendarDate; timeZone: string; limit: number },
): Promise<PlannedCharge[]> {
  const { rows } = await db.execute<Row>(sql`
    select i.id, i.invoice_number as number, c.name, m.brand, m.last4, i.currency,
      i.next_due_date as due_date, own.on_date as planned_date, planned.on_date,
      not change.is_skipped and coalesce(change.moved_to > own.on_date, false) as is_moved,
      change.is_skipped, open.amount::text as amount
    from payment_mandates m
    join invoices i on i.business_id = ${businessId} and i.customer_id = m.customer_id
    ${joinCustomer(businessId, sql`i.customer_id`)}
    ${joinStanding(businessId, today)}
    cross join lateral (
      select case when last.status is null then i.next_due_date
        else (last.next_attempt_at at time zone ${timeZone})::date end as on_date) own
    cross join lateral (
      select greatest(${today}::date, own.on_date, change.moved_to,
        standing.paused_until + 1) as on_date) planned
    cross join lateral (
      select sum(part.amount) as amount from ${openByDueDate('i', sql`i.amount_due`)} as part
      where part.due_date <= planned.on_date) open
    where m.business_id = ${businessId} and ${IS_NOT_OVER} and i.deleted_at is null and i.status in ('sent', 'overdue') and i.amount_due > 0
      and i.next_due_date <= ${until}::date
      and open.amount > 0
      and planned.on_date <= ${until}::date
    order by planned.on_date, i.id limit ${limit}`);
  return rows.map(({ id, number, name, currency, amount, brand, last4, ...row }) => ({
    invoiceId: Number(id),
    invoiceNumber: number,
    customerName: name,
    dueDate: row.due_date,
    plannedDate: row.planned_date,
    date: row.on_date,
    isMoved: row.is_moved,
    isSkipped: row.is_skipped,
    card: formatSavedCard({ brand, last4 }),
    currency,
    amount: withDecimals(amount, currency),
  }));
}

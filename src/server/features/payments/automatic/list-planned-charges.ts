import { sql } from 'drizzle-orm';
import type { CalendarDate } from '../../../../shared/dates/calendar-date.ts';
import { withDecimals } from '../../../../shared/money/money.ts';
import { formatSavedCard } from '../../../../shared/payments/automatic-payment.ts';
import type { Queryable } from '../../../db/database.ts';
import { openByDueDate } from '../../../db/overdue.ts';
import { joinCustomer } from '../../customers/index.ts';

export interface PlannedCharge {
  invoiceId: number;
  invoiceNumber: string;
  customerName: string;
  /** When it falls due, or a refused card is tried again. */
  date: CalendarDate;
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
  on_date: string;
  currency: string;
  amount: string;
}

/** What `chargeSavedCards` will charge up to a day, the first first: of each invoice what is due next. */
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
    select i.id, i.invoice_number as number, c.name, m.brand, m.last4, planned.on_date::text as on_date,
      i.currency, open.amount::text as amount
    from payment_mandates m
    join invoices i on i.business_id = ${businessId} and i.customer_id = m.customer_id
    ${joinCustomer(businessId, sql`i.customer_id`)}
    left join lateral (
      select a.status, a.next_attempt_at from automatic_charges a
      where a.business_id = ${businessId} and a.invoice_id = i.id and a.due_date = i.next_due_date
      order by a.attempt desc limit 1) last on true
    cross join lateral (
      select greatest(${today}::date, case when last.status is null then i.next_due_date
        else (last.next_attempt_at at time zone ${timeZone})::date end) as on_date) planned
    cross join lateral (
      select sum(part.amount) as amount from ${openByDueDate('i', sql`i.amount_due`)} as part
      where part.due_date <= greatest(i.next_due_date, ${today}::date)) open
    where m.business_id = ${businessId} and m.ended_at is null and m.refused_at is null
      and i.deleted_at is null and i.status in ('sent', 'overdue') and i.amount_due > 0
      and i.created_at > m.agreed_at and open.amount > 0
      and (last.status is null or (last.status <> 'charging' and last.next_attempt_at is not null))
      and planned.on_date <= ${until}::date
    order by planned.on_date, i.id limit ${limit}`);
  return rows.map(({ id, number, name, on_date, currency, amount, ...card }) => ({
    invoiceId: Number(id),
    invoiceNumber: number,
    customerName: name,
    date: on_date,
    card: formatSavedCard(card),
    currency,
    amount: withDecimals(amount, currency),
  }));
}

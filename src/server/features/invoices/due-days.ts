import type { SQL } from 'drizzle-orm';
import { sql } from 'drizzle-orm';
import type { CalendarDate } from '../../../shared/dates/calendar-date.ts';
import { withDecimals } from '../../../shared/money/money.ts';
import type { Queryable } from '../../db/database.ts';
import { openByDueDate } from '../../db/overdue.ts';
import { joinCustomer } from '../customers/index.ts';

/** What is open on issued invoices, by the days on which it is due. */

/** What of an owner's open invoices `i`, and their parts that are still to be paid, is due up to a day. */
const openParts = (businessId: string, until: CalendarDate): SQL => sql`
  from invoices i
  cross join lateral ${openByDueDate('i', sql`i.amount_due`)} as part
  where i.business_id = ${businessId} and i.status in ('sent', 'overdue') and i.deleted_at is null
    and i.next_due_date <= ${until}::date and i.amount_due > 0
    and part.due_date <= ${until}::date and part.amount > 0`;

export interface DueDay {
  day: CalendarDate;
  currency: string;
  count: number;
  amount: string;
}

/** Sums by day and currency; what was due before today stands under the day before it. */
export async function sumOpenByDay(
  db: Queryable,
  businessId: string,
  { today, until }: { today: CalendarDate; until: CalendarDate },
): Promise<DueDay[]> {
  const { rows } = await db.execute<DueDay & Record<string, unknown>>(sql`
    select greatest(part.due_date, ${today}::date - 1)::text as day, i.currency,
      count(*)::int as count, sum(part.amount)::text as amount
    ${openParts(businessId, until)}
    group by 1, 2 order by 1, 2`);
  return rows;
}

export interface DuePart {
  invoiceId: number;
  invoiceNumber: string;
  customerName: string;
  date: CalendarDate;
  currency: string;
  amount: string;
  /** Which installment of its plan, from 1 in the order in which they are due; null without a plan. */
  installment: number | null;
}

/** What falls due from today on, the first due first. */
export async function listDueParts(
  db: Queryable,
  businessId: string,
  { today, until, limit }: { today: CalendarDate; until: CalendarDate; limit: number },
): Promise<DuePart[]> {
  const { rows } = await db.execute<
    {
      id: string;
      number: string;
      name: string;
      due_date: string;
      currency: string;
      amount: string;
      nth: number | null;
    } & Record<string, unknown>
  >(sql`
    select d.id, d.number, c.name, d.due_date, d.currency, d.amount, d.nth
    from (
      select i.id, i.invoice_number as number, i.customer_id, part.due_date::text as due_date,
        i.currency, part.amount::text as amount, part.nth
      ${openParts(businessId, until)} and part.due_date >= ${today}::date
      order by part.due_date, i.id limit ${limit}
    ) d
    ${joinCustomer(businessId, sql`d.customer_id`)}
    order by d.due_date, d.id`);
  return rows.map(({ id, number, name, due_date, currency, amount, nth }) => ({
    invoiceId: Number(id),
    invoiceNumber: number,
    customerName: name,
    date: due_date,
    currency,
    amount: withDecimals(amount, currency),
    installment: nth,
  }));
}

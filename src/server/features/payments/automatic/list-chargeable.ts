import { sql } from 'drizzle-orm';
import type { CalendarDate } from '../../../../shared/dates/calendar-date.ts';
import type { Queryable } from '../../../db/database.ts';
import { IS_COVERED, joinStanding } from './plan-charge.ts';

/** Invoices of a business whose customers' cards are to be charged by a day, the longest due first. */
export async function listChargeable(
  db: Queryable,
  businessId: string,
  today: CalendarDate,
  now: Date,
): Promise<number[]> {
  const { rows } = await db.execute<{ id: string }>(sql`
    select i.id from payment_mandates m
    join invoices i on i.business_id = ${businessId} and i.customer_id = m.customer_id
    ${joinStanding(businessId, today)}
    where m.business_id = ${businessId} and m.ended_at is null and m.refused_at is null
      and i.deleted_at is null and i.status in ('sent', 'overdue') and i.amount_due > 0
      and i.next_due_date <= ${today}::date and ${IS_COVERED}
      and (last.status is null or (last.status <> 'charging'
        and last.next_attempt_at <= ${now.toISOString()}::timestamptz))
      and not change.is_skipped and coalesce(change.moved_to <= ${today}::date, true)
      and standing.paused_until is null and not standing.is_disputed
      and not standing.is_given_back
    order by i.next_due_date, i.id`);
  return rows.map(({ id }) => Number(id));
}

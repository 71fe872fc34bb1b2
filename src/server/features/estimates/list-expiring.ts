import { sql } from 'drizzle-orm';
import type { CalendarDate } from '../../../shared/dates/calendar-date.ts';
import { withDecimals } from '../../../shared/money/money.ts';
import type { Queryable } from '../../db/database.ts';
import { joinCustomer } from '../customers/index.ts';

export interface ExpiringEstimate {
  estimateId: number;
  estimateNumber: string;
  customerName: string;
  /** The last day on which it can be accepted. */
  date: CalendarDate;
  currency: string;
  amount: string;
}

/** Sent estimates that can be accepted until a day from today on, the first to expire first. */
export async function listExpiringEstimates(
  db: Queryable,
  businessId: string,
  { today, until, limit }: { today: CalendarDate; until: CalendarDate; limit: number },
): Promise<ExpiringEstimate[]> {
  const { rows } = await db.execute<
    Record<'id' | 'number' | 'name' | 'expiry_date' | 'currency' | 'total', string>
  >(sql`
    select e.id, e.estimate_number as number, c.name, e.expiry_date::text as expiry_date, e.currency,
      e.total::text as total
    from estimates e
    ${joinCustomer(businessId, sql`e.customer_id`)}
    where e.business_id = ${businessId} and e.deleted_at is null and e.status = 'sent'
      and e.expiry_date between ${today}::date and ${until}::date
    order by e.expiry_date, e.id limit ${limit}`);
  return rows.map(({ id, number, name, expiry_date, currency, total }) => ({
    estimateId: Number(id),
    estimateNumber: number,
    customerName: name,
    date: expiry_date,
    currency,
    amount: withDecimals(total, currency),
  }));
}

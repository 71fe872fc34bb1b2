import type { SQL } from 'drizzle-orm';
import { sql } from 'drizzle-orm';
import type { DateRange } from '../../../shared/dates/calendar-date.ts';
import type { Decimal } from '../../../shared/money/money.ts';
import type { DaySum } from '../../../shared/reports/day-sums.ts';

/** Sums over an owner's expenses, as selects that others put together into one statement. */

/** Days without any are left out. */
export function spentByDay(
  businessId: string,
  { from, to }: DateRange,
): SQL<DaySum & { count: number }> {
  return sql<DaySum & { count: number }>`
    select expense_date as day, sum(amount)::numeric(20,2)::text as amount, count(*) as count
    from expenses
    where business_id = ${businessId} and deleted_at is null
      and expense_date between ${from}::date and ${to}::date
    group by expense_date`;
}

/** One row: what was spent of all times. */
export function spentInAll(businessId: string): SQL<{ amount: Decimal }> {
  return sql<{ amount: Decimal }>`
    select coalesce(sum(amount), 0)::numeric(20,2)::text as amount
    from expenses where business_id = ${businessId} and deleted_at is null`;
}

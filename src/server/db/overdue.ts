import type { SQL } from 'drizzle-orm';
import { sql } from 'drizzle-orm';

/** The day that it is in a time zone. */
export const todayIn = (timeZone: SQL, now: Date): SQL =>
  sql`(${now.toISOString()}::timestamptz at time zone ${timeZone})::date`;

/** The day that it is for a business. */
export const todayOf = (businessId: string, now: Date): SQL => sql`
  (select ${todayIn(sql`b.time_zone`, now)} from business_profiles b where b.business_id = ${businessId})`;

/**
 * Whether a stored invoice is overdue by its date and not marked so yet (decision 11): from the
 * midnight on that ends the due date of its first installment that is not settled, or its own, where
 * the business is. One that asks for nothing never is. The
 * job that marks them, for history and news, comes by later; what reads does not wait for it.
 * @param i what the statement calls the invoice
 * @param today the day that it is for the business
 */
export function isPastDue(i: string, today: SQL): SQL {
  const row = sql.identifier(i);
  return sql`(${row}.status = 'sent' and ${row}.total > 0 and ${row}.next_due_date < ${today})`;
}

/** The same, of a business that is known. */
export function isLate(i: string, businessId: string, now: Date): SQL {
  return isPastDue(i, todayOf(businessId, now));
}

/** The status of an invoice as it is now. @see isPastDue */
export function currentStatus(i: string, businessId: string, now: Date): SQL {
  return sql`case when ${isLate(i, businessId, now)} then 'overdue' else ${sql.identifier(i)}.status end`;
}

/**
 * What is open on an invoice by the days on which it is due, as rows (due_date, amount): the one place
 * that says which part of it is due when.
 * @param i what the statement calls the invoice
 * @param open what is open on it in all
 */
export function openByDueDate(i: string, open: SQL): SQL {
  return sql`(select ${sql.identifier(i)}.due_date, ${open} as amount)`;
}

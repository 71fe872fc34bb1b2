import type { SQL } from 'drizzle-orm';
import { sql } from 'drizzle-orm';

/**
 * The numbers of the checkouts that ask for some invoices, by themselves or with others: a select, for
 * `id in (…)`. A choice (OR) of the two would name the owner in neither.
 * @param invoiceIds an array of their numbers
 */
export const coveringCheckouts = (businessId: string, invoiceIds: SQL): SQL => sql`
  select w.id from checkouts w
  where w.business_id = ${businessId} and w.invoice_id = any(${invoiceIds})
  union
  select s.checkout_id from checkout_parts s
  where s.business_id = ${businessId} and s.invoice_id = any(${invoiceIds})`;

/** An array of numbers as a parameter: the statement stays the same, however many there are. */
export const numbersParam = (ids: readonly number[]): SQL => sql`${sql.param(ids)}::bigint[]`;

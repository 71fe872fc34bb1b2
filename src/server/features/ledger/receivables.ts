import type { SQL } from 'drizzle-orm';
import { sql } from 'drizzle-orm';
import { selectBusinessToday } from '../../db/overdue.ts';

/** What has happened to an invoice between `before` (at most one row) and `after`. */
export const ENTRY_TYPE: SQL = sql`
  case
    when after.deleted_at is not null then 'deleted'
    when after.status = 'draft' then 'withdrawn'
    when before.deleted_at is not null then 'restored'
    when before.id is null or before.status = 'draft' then 'issued'
    else 'revised' end`;

/** An invoice counts from the day of its issue on; what happens to it afterwards, from its own day. */
export const entryDate = (businessId: string, now: Date, type: SQL, issueDate: SQL): SQL => sql`
  case when ${type} = 'issued' then ${issueDate}
    else greatest(${issueDate}, ${selectBusinessToday(businessId, now)}) end`;

/**
 * Writes into the account of its customer what a change of an invoice makes of what is owed: a part
 * of the statement that makes the change, so that the two cannot differ. A draft asks for nothing, and
 * neither does what is deleted. It is dated by the day of issue, and what happens afterwards by its
 * own day, so that the past stays what it was.
 *
 * It reads `before` (at most one row) and `after` of its statement: both with id, customer_id,
 * currency, status, total, amount_adjusted, amount_written_off, issue_date and deleted_at.
 */
export function receivableEntries(businessId: string, now: Date, reason?: string): SQL {
  const owed = (amount: SQL) =>
    sql`case when deleted_at is null and status <> 'draft' then ${amount} else 0 end`;
  const side = (sign: SQL, rows: SQL) => sql`
    select customer_id, currency, ${sign} * ${owed(sql`total`)} as total,
      ${sign} * -${owed(sql`amount_adjusted`)} as adjusted,
      ${sign} * -${owed(sql`amount_written_off`)} as written_off
    from ${rows}`;
  return sql`
    insert into ledger_entries
      (business_id, customer_id, currency, type, invoice_id, amount, entry_date, reason, created_at)
    select ${businessId}::uuid, account.customer_id, account.currency, entry.type, after.id,
      entry.amount,
      ${entryDate(businessId, now, sql`entry.type`, sql`after.issue_date`)},
      case when entry.type = 'written_off' then ${reason ?? null}::text end,
      ${now.toISOString()}::timestamptz
    from after
    left join before on true
    cross join (
      select customer_id, currency, sum(total) as total, sum(adjusted) as adjusted,
        sum(written_off) as written_off
      from (${side(sql`1`, sql`after`)} union all ${side(sql`-1`, sql`before`)}) as sides
      group by customer_id, currency
    ) as account
    cross join lateral (values
      (${ENTRY_TYPE}, account.total),
      ('adjusted', account.adjusted),
      ('written_off', account.written_off)
    ) as entry (type, amount)
    where entry.amount <> 0`;
}

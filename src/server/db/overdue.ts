import type { SQL } from 'drizzle-orm';
import { sql } from 'drizzle-orm';
import type { StandingFacts } from '../../shared/invoices/invoice-status.ts';
import { decimalsIn } from './currency-decimals.ts';

/** The day that it is in a time zone. */
export const todayIn = (timeZone: SQL, now: Date): SQL =>
  sql`(${now.toISOString()}::timestamptz at time zone ${timeZone})::date`;

/** The day that it is for a business. */
export const selectBusinessToday = (businessId: string, now: Date): SQL => sql`
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
  return isPastDue(i, selectBusinessToday(businessId, now));
}

/** The status of an invoice as it is now. @see isPastDue */
export function currentStatus(i: string, businessId: string, now: Date): SQL {
  return sql`case when ${isLate(i, businessId, now)} then 'overdue' else ${sql.identifier(i)}.status end`;
}

/** What of an invoice is still due and its day has passed, of the installments of its plan one by one. */
export function overdueAmount(i: string, today: SQL): SQL {
  const row = sql.identifier(i);
  const parts = sql`(
    select coalesce(sum(part.amount), 0) from ${openByDueDate(i, sql`${row}.amount_due`)} as part
    where part.due_date < ${today})`;
  return sql`case
    when ${row}.status not in ('sent', 'overdue') or ${row}.next_due_date >= ${today} then 0
    when ${row}.installments = '[]'::jsonb then ${row}.amount_due
    else ${parts} end`;
}

/**
 * By how much what is overdue of an owner's invoices differs from what is due on those that are stored
 * as overdue, as rows (customer_id, currency, amount). These are few: what is late and not marked yet,
 * and what is marked and of which a part is due later. Plans are computed in one place of the statement:
 * planning that takes longer than all the rest.
 * @param i what the statement calls the invoices
 * @param found conditions on them, the owner's and that they are live among them
 */
export function overdueDifferences(i: string, businessId: string, now: Date, found: SQL): SQL {
  const row = sql.identifier(i);
  const today = selectBusinessToday(businessId, now);
  return sql`
    select ${row}.customer_id, ${row}.currency, ${row}.amount_due as amount from invoices ${row}
    where ${found} and ${isPastDue(i, today)} and ${row}.installments = '[]'::jsonb
    union all ${differencesOfPlans(i, businessId, now, found)}`;
}

/** The same without those that are late, not marked, and due at once: what is due on them is overdue. */
export function differencesOfPlans(i: string, businessId: string, now: Date, found: SQL): SQL {
  const row = sql.identifier(i);
  const today = selectBusinessToday(businessId, now);
  const columns = sql`${row}.customer_id, ${row}.currency, ${row}.installments, ${row}.total,
    ${row}.issue_date, ${row}.due_date, ${row}.amount_due`;
  return sql`
    select odd.customer_id, odd.currency, late.amount - odd.marked as amount
    from (
      select ${columns}, 0 as marked from invoices ${row}
      where ${found} and ${isPastDue(i, today)} and ${row}.installments <> '[]'::jsonb
      union all
      select ${columns}, ${row}.amount_due from invoices ${row}
      where ${found} and ${row}.status = 'overdue' and ${row}.due_date >= ${today}
    ) as odd
    cross join lateral (
      select coalesce(sum(part.amount), 0) as amount
      from ${openByDueDate('odd', sql`odd.amount_due`)} as part where part.due_date < ${today}
    ) as late`;
}

/** Whether an issued invoice never asked for anything: it is sent, and counts as neither open nor overdue. */
export function asksForNothing(i: string): SQL {
  const row = sql.identifier(i);
  return sql`(${row}.status in ('sent', 'overdue') and ${row}.amount_due = 0)`;
}

/** Conditions on an owner's live invoices. */
export const liveInvoices = (i: string, businessId: string): SQL =>
  sql`${sql.identifier(i)}.business_id = ${businessId} and ${sql.identifier(i)}.deleted_at is null`;

/**
 * What `readStanding` of shared/invoices takes of an invoice, by its names: whoever shows a standing
 * selects it from here.
 * @param status as it is now
 */
export function standingColumns(i: string, status: SQL): Record<keyof StandingFacts, SQL> {
  const column = (name: string): SQL => sql.raw(`"${i}".${name}`);
  return {
    status,
    amountDue: column('amount_due'),
    amountPaid: column('amount_paid'),
    amountCredited: column('amount_credited'),
    amountAdjusted: column('amount_adjusted'),
    amountWrittenOff: column('amount_written_off'),
  };
}

/** The same as JSON, where an amount is text: a number would lose its decimals. */
export function standingFacts(i: string, status: SQL): SQL {
  const facts = Object.entries(standingColumns(i, status)).map(
    ([name, value]) => sql`${sql.raw(`'${name}'`)}, (${value})::text`,
  );
  return sql`json_build_object(${sql.join(facts, sql`, `)})`;
}

/**
 * What is open on an invoice by the days on which it is due, as rows (due_date, amount, nth of the plan): what
 * `openSchedule` of shared/documents/installments says, where the database sums. What settles the
 * invoice covers what is due first. What was open beyond the total that it has now is due first, too.
 * @param i what the statement calls the invoice
 * @param open what is open on it in all
 */
export function openByDueDate(i: string, open: SQL): SQL {
  const column = (name: string): SQL => sql`${sql.identifier(i)}.${sql.identifier(name)}`;
  const [installments, total, currency] = [
    column('installments'),
    column('total'),
    column('currency'),
  ];
  const [issue, due] = [column('issue_date'), column('due_date')];
  return sql`(
    select ${due} as due_date, ${open} as amount, null::int as nth where ${installments} = '[]'::jsonb
    union all
    select parts.due_date, parts.amount - case when parts.nth = 1 then least(parts.amount, settled)
      else least(parts.amount, greatest(settled - parts.before, 0)) end,
      parts.nth::int
    from (select ${total} - ${open} as settled) as invoice
    cross join (
      select due_date, amount, row_number() over in_order as nth,
        sum(amount) over in_order - amount as before
      from (
        select due_date, place, reached - lag(reached, 1, 0::numeric) over (order by place) as amount
        from (
          select due_date, place, case when place = jsonb_array_length(${installments}) then ${total}
            else least(${total}, sum(share) over (order by place)) end as reached
          from (
            select place,
              coalesce((part ->> 'dueDate')::date, ${issue} + (part ->> 'days')::int, ${due}) as due_date,
              coalesce(round(${total} * (part ->> 'percent')::numeric * 0.01, ${decimalsIn(currency)}),
                (part ->> 'amount')::numeric, 0) as share
            from jsonb_array_elements(${installments}) with ordinality as p (part, place)
          ) as shares
        ) as sums
      ) as amounts
      window in_order as (order by due_date, place)
    ) as parts
    where ${installments} <> '[]'::jsonb)`;
}

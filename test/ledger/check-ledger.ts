import { sql } from 'drizzle-orm';
import { PgDialect } from 'drizzle-orm/pg-core';
import { expect } from 'vitest';
import type { Database } from '../../src/server/db/database.ts';
import { ACCOUNT_RULES } from '../../src/server/features/ledger/verify-accounts.ts';

/**
 * What must hold of an owner's money besides the rules by which `npm run verify` finds what was altered,
 * as statements that find each row that breaks it. Both are written on the tables alone: nothing of them
 * is shared with what they check.
 */
const RULES: Record<string, string> = {
  'an invoice’s total is what was paid, credited, adjusted, written off and is due': `
    select id from invoices where business_id = $1 and (
      total <> amount_paid + amount_credited + amount_adjusted + amount_written_off + amount_due
      or least(amount_paid, amount_credited, amount_adjusted, amount_written_off, amount_due) < 0)`,
  'no allocation is below zero, of a deleted invoice, or across customers and currencies': `
    select a.payment_id, a.credit_note_id, a.invoice_id from allocations a
    join (
      select 'payment' as of, id, customer_id, currency from payments where business_id = $1
      union all
      select 'credit note', id, customer_id, currency from credit_notes
      where business_id = $1 and status <> 'draft' and deleted_at is null
    ) y on y.id = coalesce(a.payment_id, a.credit_note_id)
      and y.of = case when a.payment_id is null then 'credit note' else 'payment' end
    join invoices i on i.business_id = $1 and i.id = a.invoice_id
    join customers payer on payer.business_id = $1 and payer.id = y.customer_id
    join customers buyer on buyer.business_id = $1 and buyer.id = i.customer_id
    where a.business_id = $1
    group by a.payment_id, a.credit_note_id, a.invoice_id, payer.id, payer.merged_into_id, buyer.id,
      buyer.merged_into_id, y.currency, i.currency, i.deleted_at
    having sum(a.amount) < 0 or (sum(a.amount) > 0 and (
      coalesce(payer.merged_into_id, payer.id) <> coalesce(buyer.merged_into_id, buyer.id)
      or y.currency <> i.currency or i.deleted_at is not null))`,
  'a credit note that corrects an invoice settles it, and is left over for nothing else': `
    select n.id, i.total, n.total from credit_notes n
    join invoices i on i.business_id = n.business_id and i.id = n.corrects_invoice_id
    where n.business_id = $1 and n.status <> 'draft' and n.total <> (
      select coalesce(sum(amount), 0) from allocations a where a.business_id = n.business_id
        and a.credit_note_id = n.id and a.invoice_id = n.corrects_invoice_id)`,
  'an invoice is next due when its first open installment is': `
    with parts as (
      select i.id, i.total, i.total - i.amount_due as settled, p.place,
        count(*) over (partition by i.id) as places,
        coalesce((p.part ->> 'dueDate')::date, i.issue_date + (p.part ->> 'days')::int) as due_on,
        coalesce(round(i.total * (p.part ->> 'percent')::numeric / 100, scale(i.total)),
          (p.part ->> 'amount')::numeric, 0) as asked
      from invoices i
      cross join lateral jsonb_array_elements(i.installments) with ordinality as p (part, place)
      where i.business_id = $1
    ), bounds as (
      select *, case when place = places then total else least(total,
        sum(asked) over (partition by id order by place)) end as bound
      from parts
    ), amounts as (
      select *, bound - lag(bound, 1, 0::numeric) over (partition by id order by place) as amount
      from bounds
    ), covered as (
      select *, sum(amount) over (partition by id order by due_on, place) as reached from amounts
    ), dates as (
      select id, max(due_on) as last,
        min(due_on) filter (where amount > 0 and reached > settled) as next
      from covered group by id
    )
    select i.id, i.due_date, i.next_due_date, d.last, d.next from invoices i
    left join dates d on d.id = i.id
    where i.business_id = $1 and (i.due_date <> coalesce(d.last, i.due_date)
      or i.next_due_date <> coalesce(d.next, i.due_date))`,
  'of an invoice that was credited whole no tax is left, in either currency': `
    select i.id, t.name, t.rate, t.category from invoices i
    join tax_entries t on t.business_id = i.business_id and t.invoice_id = i.id
    where i.business_id = $1 and i.total > 0 and i.deductions = '[]' and i.total = (
      select sum(n.total) from credit_notes n where n.business_id = i.business_id
        and n.corrects_invoice_id = i.id and n.status <> 'draft')
    group by i.id, t.tax_currency, t.name, t.rate, t.category
    having (sum(t.base), sum(t.amount), sum(t.tax_base), sum(t.tax_amount)) <> (0, 0, 0, 0)`,
  'an account is what is due less what is credit': `
    with customers as (
      select id as customer_id, coalesce(merged_into_id, id) as account from customers
      where business_id = $1
    ), entries as (
      select account, currency, sum(amount) as balance from ledger_entries join customers using (customer_id)
      where business_id = $1 group by 1, 2
    ), expected as (
      select account, currency, sum(amount) as balance from (
        select customer_id, currency,
          case when status = 'draft' then -amount_paid - amount_credited else amount_due end as amount
        from invoices where business_id = $1 and deleted_at is null
        union all
        select customer_id, currency, allocated_amount + refunded_amount - amount
        from payments where business_id = $1 and status = 'completed'
        union all
        select customer_id, currency, applied_amount + refunded_amount - total
        from credit_notes where business_id = $1 and status <> 'draft'
      ) as parts join customers using (customer_id) group by 1, 2
    )
    select * from entries full join expected using (account, currency)
    where coalesce(entries.balance, 0) <> coalesce(expected.balance, 0)`,
  'sums are those of the rows': `
    with rows as (
      select customer_id, currency, status, count(*) as invoices, sum(total) as total,
        sum(amount_paid) as paid, sum(amount_due) as due
      from invoices where business_id = $1 and deleted_at is null group by 1, 2, 3
    ), kept as (
      select * from customer_invoice_totals where business_id = $1
    )
    select * from rows full join kept using (customer_id, currency, status)
    where coalesce(rows.invoices, 0) <> coalesce(kept.invoice_count, 0)
      or coalesce(rows.total, 0) <> coalesce(kept.total, 0)
      or coalesce(rows.paid, 0) <> coalesce(kept.paid, 0)
      or coalesce(rows.due, 0) <> coalesce(kept.due, 0)`,
  'the sums of a business are those of its customers': `
    with customers as (
      select currency, status, sum(invoice_count) as invoices, sum(total) as total,
        sum(paid) as paid, sum(due) as due
      from customer_invoice_totals where business_id = $1 group by 1, 2
    ), kept as (
      select * from invoice_totals where business_id = $1
    )
    select * from customers full join kept using (currency, status)
    where coalesce(customers.invoices, 0) <> coalesce(kept.invoice_count, 0)
      or coalesce(customers.total, 0) <> coalesce(kept.total, 0)
      or coalesce(customers.paid, 0) <> coalesce(kept.paid, 0)
      or coalesce(customers.due, 0) <> coalesce(kept.due, 0)`,
};

/** Fails with the rule that is broken and its rows. */
export async function checkLedger(db: Pick<Database, 'pool'>, owner: string): Promise<void> {
  for (const { holds, findBroken } of ACCOUNT_RULES) {
    const { sql: statement, params } = new PgDialect().sqlToQuery(findBroken(owner, sql`true`));
    const { rows } = await db.pool.query(statement, params);
    expect(rows, holds).toEqual([]);
  }
  for (const [rule, statement] of Object.entries(RULES)) {
    const { rows } = await db.pool.query(statement, [owner]);
    expect(rows, rule).toEqual([]);
  }
}

import type { SQL } from 'drizzle-orm';
import { sql } from 'drizzle-orm';
import { decimalsIn } from '../../db/currency-decimals.ts';
import type { Queryable } from '../../db/database.ts';
import { selectBusinessToday } from '../../db/overdue.ts';
import { ENTRY_TYPE, entryDate } from './receivables.ts';

/**
 * The taxes of a document `d`, each in its own currency and in the business's, by the document's rate.
 * The amounts there are parts of the one that the document shows: of what all up to a tax come to,
 * converted, less what all before it do. One row without a name where there is no tax.
 */
const TAXES: SQL = sql`
  (select coalesce(d.exchange_rate ->> 'to', d.currency) as tax_currency,
    coalesce((d.exchange_rate ->> 'rate')::numeric, 1) as rate) as x
  cross join lateral (select ${decimalsIn(sql`x.tax_currency`)} as decimals) as c
  cross join lateral (
    select tax.name, tax.rate, tax.category, tax.base, tax.amount,
      round(tax.base * x.rate, c.decimals) as tax_base,
      round((sum(tax.amount) over w) * x.rate, c.decimals)
        - round(((sum(tax.amount) over w) - tax.amount) * x.rate, c.decimals) as tax_amount
    from (
      select name, rate, category, base, amount, place
      from rows from (jsonb_to_recordset(d.tax_totals)
        as (name text, rate numeric, category text, base numeric, amount numeric))
        with ordinality as t (name, rate, category, base, amount, place)
      union all
      select '', 0.00, null, d.subtotal, d.tax_amount, 1 where jsonb_array_length(d.tax_totals) = 0
    ) as tax
    window w as (order by tax.place)
  ) as t`;

/** When the tax of a document `d` becomes chargeable (Directive 2006/112/EC, articles 63 to 66). */
const TAX_POINT: SQL = sql`
  coalesce(d.supply_date, (d.service_period ->> 'to')::date, d.issue_date)`;

/**
 * Writes by how much a change of an invoice changes each tax: a part of the statement that makes the
 * change, as `receivableEntries` is, which says what it reads. A change counts where the tax point is,
 * or on its own day where that is later: a period that was declared stays as it was.
 */
export function taxEntries(businessId: string, now: Date): SQL {
  const side = (sign: SQL, rows: SQL) => sql`
    select d.customer_id, d.currency, t.name, t.rate, t.category, x.tax_currency,
      ${sign} * t.base as base, ${sign} * t.amount as amount, ${sign} * t.tax_base as tax_base,
      ${sign} * t.tax_amount as tax_amount, ${TAX_POINT} as tax_point
    from ${rows} as d cross join lateral ${TAXES}
    where d.deleted_at is null and d.status <> 'draft'`;
  const today = selectBusinessToday(businessId, now);
  return sql`
    insert into tax_entries (business_id, customer_id, type, invoice_id, name, rate, category, currency,
      base, amount, tax_currency, tax_base, tax_amount, entry_date, tax_date, created_at)
    select ${businessId}::uuid, change.customer_id, change.type, change.id, change.name, change.rate,
      change.category, change.currency, sum(change.base), sum(change.amount), change.tax_currency,
      sum(change.tax_base), sum(change.tax_amount), change.entry_date, change.tax_date,
      ${now.toISOString()}::timestamptz
    from (
      select entry.id, entry.type,
        ${entryDate(businessId, now, sql`entry.type`, sql`entry.issue_date`)} as entry_date,
        case when entry.type = 'issued' then sides.tax_point
          else greatest(sides.tax_point, ${today}) end as tax_date,
        sides.*
      from (${side(sql`1`, sql`after`)} union all ${side(sql`-1`, sql`before`)}) as sides
      cross join (
        select after.id, after.issue_date, ${ENTRY_TYPE} as type from after left join before on true
      ) as entry
    ) as change
    group by change.id, change.type, change.customer_id, change.currency, change.name, change.rate,
      change.category, change.tax_currency, change.entry_date, change.tax_date
    having sum(change.base) <> 0 or sum(change.amount) <> 0 or sum(change.tax_base) <> 0
      or sum(change.tax_amount) <> 0`;
}

/** The same for a credit note, which is issued once and stays: on the day of its issue. */
export async function writeCreditedTaxes(
  db: Queryable,
  { businessId, id }: { businessId: string; id: number },
  now: Date,
): Promise<void> {
  await db.execute(sql`
    insert into tax_entries (business_id, customer_id, type, invoice_id, credit_note_id, name, rate,
      category, currency, base, amount, tax_currency, tax_base, tax_amount, entry_date, tax_date,
      created_at)
    select d.business_id, d.customer_id, 'credited', d.corrects_invoice_id, d.id, t.name, t.rate,
      t.category, d.currency, -t.base, -t.amount, x.tax_currency, -t.tax_base, -t.tax_amount,
      d.issue_date, d.issue_date, ${now.toISOString()}::timestamptz
    from credit_notes d cross join lateral ${TAXES}
    where d.business_id = ${businessId} and d.id = ${id}`);
}

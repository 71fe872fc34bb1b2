import type { SQL } from 'drizzle-orm';
import { sql } from 'drizzle-orm';
import { decimalsIn } from '../../db/currency-decimals.ts';
import type { Queryable } from '../../db/database.ts';
import { selectBusinessToday } from '../../db/overdue.ts';
import { ENTRY_TYPE, entryDate } from './receivables.ts';

/** The currency in which the tax of a document `d` is owed, and its rate. */
const TAX_CURRENCY: SQL = sql`coalesce(d.exchange_rate ->> 'to', d.currency)`;
const TAX_RATE: SQL = sql`coalesce((d.exchange_rate ->> 'rate')::numeric, 1)`;

/**
 * The taxes of a document `d`, one row for each that the entries tell apart; one without a name where
 * there is none.
 */
const taxRows = (hasNone: SQL): SQL => sql`(
  select name, rate, category, country, base, amount from jsonb_to_recordset(d.tax_totals)
    as said (name text, rate numeric, category text, country text, base numeric, amount numeric)
  union all select '', 0.00, null, null, d.subtotal, d.tax_amount where ${hasNone})`;
const HAS_NO_TAX: SQL = sql`jsonb_array_length(d.tax_totals) = 0`;

/**
 * Tax rows in the business's currency. The amounts add up to the amount that the document shows there
 * (Directive 2006/112/EC, article 230), and so do the bases to the net where they add up to it in the
 * document's own: each is rounded to the side that lets them, by largest remainder. Bases of several
 * taxes on the same lines have no such sum and are rounded one by one.
 * @param rows with name, rate, category, country, base and amount
 * @param at the net, the exchange rate, and the decimals of the business's currency
 */
function convertTaxes(rows: SQL, at: { net: SQL; rate: SQL; decimals: SQL }): SQL {
  const nearest = (exact: SQL) => sql`
    (floor(${exact}) + case when row_number() over (
        order by ${exact} - floor(${exact}) desc, rate desc, name, category, country)
      <= round(sum(${exact}) over ()) - sum(floor(${exact})) over () then 1 else 0 end)`;
  const inCurrency = (units: SQL) => sql`round(${units} / unit, ${at.decimals})`;
  return sql`(
    select name, rate, category, country, base, amount,
      ${inCurrency(sql`case when sum(base) over () = ${at.net} then ${nearest(sql`base_units`)}
        else round(base_units) end`)} as tax_base,
      ${inCurrency(nearest(sql`amount_units`))} as tax_amount
    from (
      select name, rate, category, country, unit, base, amount, base * ${at.rate} * unit as base_units,
        amount * ${at.rate} * unit as amount_units
      from (
        select name, rate, category, country, sum(base) as base, sum(amount) as amount
        from ${rows} as each group by name, rate, category, country
      ) as taxes
      cross join (select 10::numeric ^ ${at.decimals} as unit) as minor
    ) as exact)`;
}

/** When the tax of a document `d` becomes chargeable (Directive 2006/112/EC, articles 63 to 66). */
const TAX_POINT: SQL = sql`
  coalesce(d.supply_date, (d.service_period ->> 'to')::date, d.issue_date)`;

/** What of an issued invoice decides its entries: where nothing of it changes, none are written. */
const BOOKED: SQL = sql.join(
  [
    'customer_id',
    'currency',
    'subtotal',
    'tax_amount',
    'tax_totals',
    'exchange_rate',
    'supply_date',
    'service_period',
    'issue_date',
  ].map((name) => sql.identifier(name)),
  sql`, `,
);

/**
 * Writes by how much a change of an invoice changes each tax: a part of the statement that makes the
 * change, as `receivableEntries` is, which says what it reads. What was booked is taken back and what the
 * invoice says now is booked, so that its entries come to what it shows, however they were rounded before. A
 * change counts where the tax point is, or on its own day where that is later: a period that was declared
 * stays as it was.
 */
export function taxEntries(businessId: string, now: Date): SQL {
  const today = selectBusinessToday(businessId, now);
  const counts = (rows: SQL) => sql`
    (select row(${BOOKED}) from ${rows} where deleted_at is null and status <> 'draft')`;
  const isChanged = sql`
    (select ${counts(sql`after`)} is distinct from ${counts(sql`before`)})`;
  const decimals = decimalsIn(TAX_CURRENCY);
  const converted = convertTaxes(taxRows(HAS_NO_TAX), {
    net: sql`d.subtotal`,
    rate: TAX_RATE,
    decimals,
  });
  return sql`
    insert into tax_entries (business_id, customer_id, type, invoice_id, name, rate, category, country,
      currency, base, amount, tax_currency, tax_base, tax_amount, entry_date, tax_date, created_at)
    select ${businessId}::uuid, change.customer_id, change.type, change.id, change.name, change.rate,
      change.category, change.country, change.currency, sum(change.base), sum(change.amount),
      change.tax_currency, sum(change.tax_base), sum(change.tax_amount), change.entry_date, change.tax_date,
      ${now.toISOString()}::timestamptz
    from (
      select entry.id, entry.type,
        ${entryDate(businessId, now, sql`entry.type`, sql`entry.issue_date`)} as entry_date,
        case when entry.type = 'issued' and sides.is_said then sides.tax_point
          else greatest(sides.tax_point, ${today}) end as tax_date,
        sides.*
      from (
        select true as is_said, d.customer_id, d.currency, t.name, t.rate, t.category, t.country,
          ${TAX_CURRENCY} as tax_currency, t.base, t.amount, t.tax_base, t.tax_amount,
          ${TAX_POINT} as tax_point
        from after as d cross join lateral ${converted} as t
        where d.deleted_at is null and d.status <> 'draft' and ${isChanged}
        union all
        select false, b.customer_id, b.currency, b.name, b.rate, b.category, b.country,
          b.tax_currency, -b.base, -b.amount, -b.tax_base, -b.tax_amount, b.tax_date
        from tax_entries b
        where b.business_id = ${businessId} and b.invoice_id = (select id from before)
          and b.credit_note_id is null and ${isChanged}
      ) as sides
      cross join (
        select after.id, after.issue_date, ${ENTRY_TYPE} as type from after left join before on true
      ) as entry
    ) as change
    group by change.id, change.type, change.customer_id, change.currency, change.name, change.rate,
      change.category, change.country, change.tax_currency, change.entry_date, change.tax_date
    having sum(change.base) <> 0 or sum(change.amount) <> 0 or sum(change.tax_base) <> 0
      or sum(change.tax_amount) <> 0`;
}

/**
 * The same for a credit note, which is issued once and stays: on the day of its issue. Of those that correct
 * one invoice it is the difference that the newest makes: converted one by one, parts would not add up
 * to the invoice. The one that completes it takes the rest of what was booked, also where earlier
 * releases had booked the others one by one.
 * Its row keeps what that comes to in the business's currency, which it shows.
 * @param id issued; where it corrects an invoice, that is locked
 */
export async function writeCreditedTaxes(
  db: Queryable,
  { businessId, id }: { businessId: string; id: number },
  now: Date,
): Promise<void> {
  const keys = sql`name, rate, category, country`;
  await db.execute(sql`
    with d as (
      select business_id, id, customer_id, corrects_invoice_id, currency, issue_date,
        ${TAX_CURRENCY} as tax_currency, ${TAX_RATE} as tax_rate,
        ${decimalsIn(TAX_CURRENCY)} as decimals, exchange_rate
      from credit_notes d where d.business_id = ${businessId} and d.id = ${id}
    ), invoice as (
      select d.tax_totals, d.subtotal, d.tax_amount from invoices d
      where d.business_id = ${businessId} and d.id = (select corrects_invoice_id from d)
    ), credited as (
      select n.tax_totals, n.subtotal, n.tax_amount from credit_notes n
      where n.business_id = ${businessId} and n.id = ${id}
      union all
      select n.tax_totals, n.subtotal, n.tax_amount from credit_notes n
      where n.business_id = ${businessId} and n.id <> ${id} and n.status <> 'draft'
        and n.corrects_invoice_id = (select corrects_invoice_id from d)
    ), said as (
      select ${keys}, sum(t.base) as base, sum(t.amount) as amount
      from credited d cross join lateral ${taxRows(sql`jsonb_array_length(
        coalesce((select tax_totals from invoice), d.tax_totals)) = 0`)} as t
      group by ${keys}
    ), left_over as (
      select ${keys} from (
        select ${keys}, base, amount from said
        union all
        select ${keys}, -t.base, -t.amount
        from invoice d cross join lateral ${taxRows(HAS_NO_TAX)} as t
      ) as each group by ${keys} having sum(base) <> 0 or sum(amount) <> 0
    ), booked as (
      select b.name, b.rate, b.category, b.country, b.base, b.amount, b.tax_base, b.tax_amount,
        b.credit_note_id
      from tax_entries b
      where b.business_id = ${businessId} and b.invoice_id = (select corrects_invoice_id from d)
        and b.tax_currency = (select tax_currency from d)
    ), due as (
      select ${keys}, -base as base, -amount as amount, -tax_base as tax_base, -tax_amount as tax_amount
      from ${convertTaxes(sql`said`, {
        net: sql`(select sum(subtotal) from credited)`,
        rate: sql`(select tax_rate from d)`,
        decimals: sql`(select decimals from d)`,
      })} as now
      where not exists (select from invoice) or exists (select from left_over)
      union all
      select ${keys}, -base, -amount, -tax_base, -tax_amount from booked
      where credit_note_id is null and not exists (select from left_over)
      union all
      select ${keys}, -base, -amount, -tax_base, -tax_amount from booked
      where credit_note_id is not null
    ), entries as (
      insert into tax_entries (business_id, customer_id, type, invoice_id, credit_note_id, name, rate,
        category, country, currency, base, amount, tax_currency, tax_base, tax_amount, entry_date, tax_date,
        created_at)
      select d.business_id, d.customer_id, 'credited', d.corrects_invoice_id, d.id, t.name, t.rate,
        t.category, t.country, d.currency, t.base, t.amount, d.tax_currency, t.tax_base, t.tax_amount,
        d.issue_date, d.issue_date, ${now.toISOString()}::timestamptz
      from d cross join (
        select ${keys}, sum(base) as base, sum(amount) as amount, sum(tax_base) as tax_base,
          sum(tax_amount) as tax_amount
        from due group by ${keys}
      ) as t
      where (t.base, t.amount, t.tax_base, t.tax_amount) <> (0, 0, 0, 0)
      returning tax_amount
    )
    update credit_notes n
    set converted_tax = (select round(coalesce(-sum(tax_amount), 0), d.decimals) from entries)
    from d
    where n.business_id = ${businessId} and n.id = d.id and d.exchange_rate is not null
      and d.corrects_invoice_id is not null`);
}

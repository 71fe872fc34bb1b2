import type { SQL } from 'drizzle-orm';
import { sql } from 'drizzle-orm';
import type { DateRange } from '../../../shared/dates/calendar-date.ts';
import { money, sumMoneyIn, withDecimals } from '../../../shared/money/money.ts';
import { INVOICED_ENTRY_TYPES } from '../../../shared/payments/ledger-entry.ts';
import type { Basis, TaxReport, TaxRow } from '../../../shared/reports/account-report.contract.ts';
import { decimalsIn } from '../../db/currency-decimals.ts';
import type { Queryable } from '../../db/database.ts';
import { collectCurrencies, toSqlList } from './account-sums.ts';

type TaxSum = TaxRow & { currency: string } & Record<string, unknown>;

/** The taxes of a period, as a return asks for them: by rate, category and name. */
export async function readTaxes(
  db: Queryable,
  businessId: string,
  { range, basis, currency: own }: { range: DateRange; basis: Basis; currency: string },
): Promise<TaxReport> {
  const { rows } = await db.execute<TaxSum>(sql`
    select currency, name, rate::text, category, base::text, amount::text
    from (${TAXES[basis](businessId, range)}) as sums
    where base <> 0 or amount <> 0
    order by sums.name = '', sums.category nulls last, sums.rate desc, sums.name`);
  return {
    ...range,
    basis,
    currencies: collectCurrencies(own, rows).map((currency) => {
      const mine = rows
        .filter((row) => row.currency === currency)
        .map(({ currency: _of, base, amount, ...tax }) => ({
          ...tax,
          base: withDecimals(base, currency),
          amount: withDecimals(amount, currency),
        }));
      const amounts = mine.map(({ amount }) => money(amount, currency));
      return { currency, rows: mine, amount: sumMoneyIn(currency, amounts).amount };
    }),
  };
}

const TAXES: Record<Basis, (businessId: string, range: DateRange) => SQL> = {
  /** What was issued, by its tax point, and what has changed since, by its own day. */
  accrual: (businessId, { from, to }) => sql`
    select tax_currency as currency, name, rate, category, sum(tax_base) as base,
      sum(tax_amount) as amount
    from tax_entries
    where business_id = ${businessId} and tax_date between ${from}::date and ${to}::date
    group by tax_currency, name, rate, category`,
  cash: taxesReceived,
};

/**
 * By payment: what of each tax has come by the end of the period, less what had come before it. What has
 * come of a tax is its amount × what payments have settled of the invoice ÷ its total, rounded: so what
 * the periods of a paid invoice show adds up to its taxes, and the last one takes the rest. Invoice and
 * taxes are as they were on each of the two days, less what credit notes take from them. What credit
 * settles is not money; money that is paid back of a free credit note takes its part of that one's taxes.
 */
function taxesReceived(businessId: string, { from, to }: DateRange): SQL {
  const inPeriod = sql`between ${from}::date and ${to}::date`;
  const of = (amount: SQL) =>
    sql`coalesce(sum(${amount}) filter (where day < ${from}::date), 0) as before, sum(${amount}) as after`;
  const received = (tax: 'base' | 'amount', side: 'before' | 'after') => {
    const [paid, total] = [sql.raw(`paid.${side}`), sql.raw(`totals.${side}`)];
    return sql`
      case when ${paid} > 0 and ${total} > 0
        then round(${sql.raw(`${tax}_${side}`)} * least(${paid}, ${total}) / ${total},
          ${decimalsIn(sql`tax_currency`)})
        else 0 end`;
  };
  const sumInPeriod = (tax: 'base' | 'amount') =>
    sql`sum(${received(tax, 'after')} - ${received(tax, 'before')})`;
  const paidBack = sql`e.type = 'refunded' and e.credit_note_id is not null`;
  return sql`
    with touched as (
      select 'invoice' as kind, invoice_id as id from allocations
      where business_id = ${businessId} and entry_date ${inPeriod} and payment_id is not null
      union
      select case when invoice_id is null then 'credit note' else 'invoice' end,
        coalesce(invoice_id, credit_note_id)
      from tax_entries where business_id = ${businessId} and entry_date ${inPeriod}
      union
      select 'credit note', e.credit_note_id from ledger_entries e
      where e.business_id = ${businessId} and e.entry_date ${inPeriod} and ${paidBack}
    ), paid as materialized (
      select kind, id, ${of(sql`amount`)} from (
        select t.kind, t.id, a.entry_date as day, a.amount from touched t
        join allocations a on a.business_id = ${businessId} and a.invoice_id = t.id
          and a.payment_id is not null
        where t.kind = 'invoice' and a.entry_date <= ${to}::date
        union all
        select t.kind, t.id, e.entry_date, e.amount from touched t
        join ledger_entries e on e.business_id = ${businessId} and e.credit_note_id = t.id
          and ${paidBack}
        where t.kind = 'credit note' and e.entry_date <= ${to}::date
      ) as parts group by kind, id
    ), totals as materialized (
      select kind, id, ${of(sql`amount`)} from (
        select p.kind, p.id, e.entry_date as day, e.amount from paid p
        join ledger_entries e on e.business_id = ${businessId} and e.invoice_id = p.id
        where p.kind = 'invoice' and e.entry_date <= ${to}::date
          and e.type in (${toSqlList(INVOICED_ENTRY_TYPES)})
        union all
        select p.kind, p.id, n.issue_date, -n.total from paid p
        join credit_notes n on n.business_id = ${businessId} and n.corrects_invoice_id = p.id
        where p.kind = 'invoice' and n.issue_date <= ${to}::date and n.status <> 'draft'
        union all
        select p.kind, p.id, n.issue_date, n.total from paid p
        join credit_notes n on n.business_id = ${businessId} and n.id = p.id
        where p.kind = 'credit note' and n.issue_date <= ${to}::date
      ) as parts group by kind, id
    ), taxes as (
      select kind, id, tax_currency, name, rate, category,
        coalesce(sum(tax_base) filter (where day < ${from}::date), 0) as base_before,
        sum(tax_base) as base_after,
        coalesce(sum(tax_amount) filter (where day < ${from}::date), 0) as amount_before,
        sum(tax_amount) as amount_after
      from (
        select p.kind, p.id, e.entry_date as day, e.tax_currency, e.name, e.rate, e.category,
          e.tax_base, e.tax_amount
        from paid p
        join tax_entries e on e.business_id = ${businessId} and e.invoice_id = p.id
        where p.kind = 'invoice' and e.entry_date <= ${to}::date
        union all
        select p.kind, p.id, e.entry_date, e.tax_currency, e.name, e.rate, e.category, e.tax_base,
          e.tax_amount
        from paid p
        join tax_entries e on e.business_id = ${businessId} and e.credit_note_id = p.id
        where p.kind = 'credit note' and e.entry_date <= ${to}::date
      ) as parts group by kind, id, tax_currency, name, rate, category
    )
    select tax_currency as currency, name, rate, category, ${sumInPeriod('base')} as base,
      ${sumInPeriod('amount')} as amount
    from taxes join paid using (kind, id) join totals using (kind, id)
    group by tax_currency, name, rate, category`;
}

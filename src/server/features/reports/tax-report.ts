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

/**
 * The taxes of a period, as a return asks for them: by country, rate, category and name. What was booked
 * without a country is the business's.
 */
export async function readTaxes(
  db: Queryable,
  businessId: string,
  {
    range,
    basis,
    currency: own,
    country,
  }: { range: DateRange; basis: Basis; currency: string; country: string | null },
): Promise<TaxReport> {
  const { rows } = await db.execute<TaxSum>(sql`
    select currency, name, rate::text, category, country, sum(base)::text as base,
      sum(amount)::text as amount
    from (
      select currency, name, rate, category, coalesce(country, own) as country, own, base, amount
      from (${TAXES[basis](businessId, range)}) as booked
      cross join (select ${country}::text as own) as business
    ) as sums
    group by currency, name, rate, category, country, own
    having sum(base) <> 0 or sum(amount) <> 0
    order by country is distinct from own, country, name = '', category nulls last, sums.rate desc, name`);
  return {
    ...range,
    basis,
    country,
    currencies: collectCurrencies(own, rows).map((currency) => {
      const mine = rows
        .filter((row) => row.currency === currency)
        .map(({ currency: _of, base, amount, ...tax }) => ({
          ...tax,
          base: withDecimals(base, currency),
          amount: withDecimals(amount, currency),
        }));
      const sum = (taxes: readonly TaxRow[]) =>
        sumMoneyIn(
          currency,
          taxes.map(({ amount }) => money(amount, currency)),
        ).amount;
      return {
        currency,
        rows: mine,
        countries: [...new Set(mine.map((row) => row.country))].map((of) => ({
          country: of,
          amount: sum(mine.filter((row) => row.country === of)),
        })),
        amount: sum(mine),
      };
    }),
  };
}

const TAXES: Record<Basis, (businessId: string, range: DateRange) => SQL> = {
  /** What was issued, by its tax point, and what has changed since, by its own day. */
  accrual: (businessId, { from, to }) => sql`
    select tax_currency as currency, name, rate, category, country, sum(tax_base) as base,
      sum(tax_amount) as amount
    from tax_entries
    where business_id = ${businessId} and tax_date between ${from}::date and ${to}::date
    group by tax_currency, name, rate, category, country`,
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
  const received = (tax: 'base' | 'amount', side: 'before' | 'after') => {
    const [paid, total] = [sql.raw(`paid_${side}`), sql.raw(`total_${side}`)];
    return sql`
      case when ${paid} > 0 and ${total} > 0
        then round(${sql.raw(`${tax}_${side}`)} * least(${paid}, ${total}) / ${total},
          ${decimalsIn(sql`tax_currency`)})
        else 0 end`;
  };
  const sumInPeriod = (tax: 'base' | 'amount') =>
    sql`sum(${received(tax, 'after')} - ${received(tax, 'before')})`;
  const paidBack = sql`e.type = 'refunded' and e.credit_note_id is not null`;
  const noTax = sql`null::text as tax_currency, null::text as name, null::numeric as rate,
    null::text as category, null::text as country, 0 as base, 0 as amount`;
  const tax = sql`e.tax_currency, e.name, e.rate, e.category, e.country, e.tax_base, e.tax_amount`;
  const before = (amount: SQL) =>
    sql`coalesce(sum(${amount}) filter (where day < ${from}::date), 0)`;
  const ofDocument = (amount: SQL) => sql`sum(${amount}) over (partition by kind, id)`;
  // One list of facts, each found by its document's index, and one pass over it: how many there are is not known
  // to the plan, which might go through one sum again for each row of another if they were joined.
  return sql`
    with invoices_touched as (
      select invoice_id as id from allocations
      where business_id = ${businessId} and entry_date ${inPeriod} and payment_id is not null
      union
      select invoice_id from tax_entries
      where business_id = ${businessId} and entry_date ${inPeriod} and invoice_id is not null
    ), notes_touched as (
      select credit_note_id as id from tax_entries
      where business_id = ${businessId} and entry_date ${inPeriod} and invoice_id is null
      union
      select e.credit_note_id from ledger_entries e
      where e.business_id = ${businessId} and e.entry_date ${inPeriod} and ${paidBack}
    ), facts as (
      select 'invoice' as kind, t.id, a.entry_date as day, a.amount as paid, 0 as total, ${noTax}
      from invoices_touched t
      join allocations a on a.business_id = ${businessId} and a.invoice_id = t.id
        and a.payment_id is not null
      union all
      select 'credit note', t.id, e.entry_date, e.amount, 0, ${noTax} from notes_touched t
      join ledger_entries e on e.business_id = ${businessId} and e.credit_note_id = t.id
        and ${paidBack}
      union all
      select 'invoice', t.id, e.entry_date, 0, e.amount, ${noTax} from invoices_touched t
      join ledger_entries e on e.business_id = ${businessId} and e.invoice_id = t.id
        and e.type in (${toSqlList(INVOICED_ENTRY_TYPES)})
      union all
      select 'invoice', t.id, n.issue_date, 0, -n.total, ${noTax} from invoices_touched t
      join credit_notes n on n.business_id = ${businessId} and n.corrects_invoice_id = t.id
        and n.status <> 'draft'
      union all
      select 'credit note', t.id, n.issue_date, 0, n.total, ${noTax} from notes_touched t
      join credit_notes n on n.business_id = ${businessId} and n.id = t.id
      union all
      select 'invoice', t.id, e.entry_date, 0, 0, ${tax} from invoices_touched t
      join tax_entries e on e.business_id = ${businessId} and e.invoice_id = t.id
      union all
      select 'credit note', t.id, e.entry_date, 0, 0, ${tax} from notes_touched t
      join tax_entries e on e.business_id = ${businessId} and e.credit_note_id = t.id
    ), sums as (
      select kind, id, tax_currency, name, rate, category, country,
        ${before(sql`paid`)} as paid_before, sum(paid) as paid_after,
        ${before(sql`total`)} as total_before, sum(total) as total_after,
        ${before(sql`base`)} as base_before, sum(base) as base_after,
        ${before(sql`amount`)} as amount_before, sum(amount) as amount_after
      from facts where day <= ${to}::date
      group by kind, id, tax_currency, name, rate, category, country
    ), taxes as (
      select tax_currency, name, rate, category, country, base_before, base_after, amount_before, amount_after,
        ${ofDocument(sql`paid_before`)} as paid_before, ${ofDocument(sql`paid_after`)} as paid_after,
        ${ofDocument(sql`total_before`)} as total_before, ${ofDocument(sql`total_after`)} as total_after
      from sums
    )
    select tax_currency as currency, name, rate, category, country, ${sumInPeriod('base')} as base,
      ${sumInPeriod('amount')} as amount
    from taxes where tax_currency is not null
    group by tax_currency, name, rate, category, country`;
}

import type { SQL } from 'drizzle-orm';
import { sql } from 'drizzle-orm';
import { AGES } from '../../../shared/customers/ageing.ts';
import type { CalendarDate } from '../../../shared/dates/calendar-date.ts';
import { withDecimals } from '../../../shared/money/money.ts';
import { INVOICE_ENTRY_TYPES } from '../../../shared/payments/ledger-entry.ts';
import type {
  Aged,
  AgedCustomer,
  Receivables,
} from '../../../shared/reports/account-report.contract.ts';
import { ageColumns, sumsByAge } from '../../db/ageing.ts';
import type { Queryable } from '../../db/database.ts';
import { openByDueDate } from '../../db/overdue.ts';
import { selectTogether } from '../../db/select-together.ts';
import { leftJoinMerged, whoseIs } from '../customers/index.ts';
import { toSqlList } from './account-sums.ts';

/**
 * What was open on each invoice at the end of a day, and of whom: what is open now, with everything
 * taken back that happened later, so that a day that is near is read from a few rows. What settles an
 * invoice beyond what it asked for on that day was credit then. A credit note settles as money does.
 */
const openInvoices = (businessId: string, asOf: CalendarDate): SQL => sql`
  select changes.invoice_id, ${whoseIs('changes')} as customer_id, changes.currency,
    sum(changes.amount) as amount
  from (
    select id as invoice_id, customer_id, currency, amount_due as amount from invoices
    where business_id = ${businessId} and deleted_at is null and status in ('sent', 'overdue')
    union all
    select id, customer_id, currency, -amount_paid - amount_credited from invoices
    where business_id = ${businessId} and deleted_at is null and status = 'draft'
      and amount_paid + amount_credited > 0
    union all
    select invoice_id, customer_id, currency, -amount from ledger_entries
    where business_id = ${businessId} and entry_date > ${asOf}::date
      and type in (${toSqlList(INVOICE_ENTRY_TYPES)})
    union all
    select a.invoice_id, coalesce(y.customer_id, n.customer_id), coalesce(y.currency, n.currency),
      a.amount
    from allocations a
    left join payments y on y.business_id = ${businessId} and y.id = a.payment_id
    left join credit_notes n on n.business_id = ${businessId} and n.id = a.credit_note_id
    where a.business_id = ${businessId} and a.entry_date > ${asOf}::date
  ) as changes
  ${leftJoinMerged(businessId, sql`changes.customer_id`)}
  group by 1, 2, 3 having sum(changes.amount) > 0`;

/** By customer and currency: by age, and the balance of the account on that day. */
const agedAccounts = (businessId: string, asOf: CalendarDate): SQL => sql`
  select customer_id, currency, ${sumsByAge(sql`age`, sql`amount`)},
    coalesce(sum(amount), 0) as open, coalesce(sum(balance), 0) as balance
  from (
    select o.customer_id, o.currency, ${asOf}::date - part.due_date as age, part.amount,
      null::numeric as balance
    from (${openInvoices(businessId, asOf)}) as o
    join invoices i on i.business_id = ${businessId} and i.id = o.invoice_id
    cross join lateral ${openByDueDate('i', sql`o.amount`)} as part
    union all
    select ${whoseIs('sums')}, sums.currency, null, null, sums.balance
    from (
      select customer_id, currency, sum(amount) as balance from ledger_entries
      where business_id = ${businessId} and entry_date <= ${asOf}::date
      group by customer_id, currency
    ) as sums
    ${leftJoinMerged(businessId, sql`sums.customer_id`)}
  ) as parts
  group by customer_id, currency
  having coalesce(sum(amount), 0) <> 0 or coalesce(sum(balance), 0) <> 0`;

const FIGURES: SQL = sql`
  ${ageColumns((name) => sql`${name}::text`)}, open::text, (open - balance)::text as credit,
  balance::text`;
const SUMS: SQL = sql`
  ${ageColumns((name) => sql`sum(${name})`)}, sum(open) as open, sum(balance) as balance`;

/** @param limit of customers; all where there is none */
export async function readReceivables(
  db: Queryable,
  businessId: string,
  {
    asOf,
    today,
    currency: own,
    limit,
  }: {
    asOf: CalendarDate;
    today: CalendarDate;
    currency: string;
    limit?: number | undefined;
  },
): Promise<Receivables> {
  const { currencies, customers, count } = await selectTogether(
    db,
    {
      currencies: sql<Aged>`
        select currency, ${FIGURES}
        from (select currency, ${SUMS} from aged group by currency) as sums
        order by currency <> ${own}, currency`,
      customers: sql<AgedCustomer>`
        select customer_id as "customerId", name, company, currency, ${FIGURES}
        from aged
        join (select id, name, company from customers where business_id = ${businessId}) as c
          on c.id = customer_id
        order by currency <> ${own}, currency, aged.open desc, customer_id
        limit ${limit ?? null}::bigint`,
      count: sql<{ count: number }>`select count(*) from aged`,
    },
    { common: sql`aged as materialized (${agedAccounts(businessId, asOf)})` },
  );
  return {
    asOf,
    today,
    currencies: currencies.map(shown),
    customers: customers.map(shown),
    customerCount: count[0]?.count ?? 0,
  };
}

function shown<Row extends Aged>(row: Row): Row {
  const { currency } = row;
  const names = [...AGES, 'open', 'credit', 'balance'] as const;
  const amounts = names.map((name) => [name, withDecimals(row[name], currency)]);
  return { ...row, ...Object.fromEntries(amounts) };
}

import type { SQL } from 'drizzle-orm';
import { sql } from 'drizzle-orm';
import type { CalendarDate, DateRange } from '../../../shared/dates/calendar-date.ts';
import type { Decimal } from '../../../shared/money/decimal.ts';
import type { Money } from '../../../shared/money/money.ts';
import { money, subtractMoney } from '../../../shared/money/money.ts';
import type { LedgerEntryType } from '../../../shared/payments/ledger-entry.ts';
import type {
  Basis,
  RevenueCustomer,
  RevenueReport,
  RevenueStep,
} from '../../../shared/reports/account-report.contract.ts';
import { REVENUE_LINES, typesOfLines } from '../../../shared/reports/reconciliation-lines.ts';
import type { Queryable } from '../../db/database.ts';
import { selectTogether } from '../../db/select-together.ts';
import { leftJoinMerged, whoseIs } from '../customers/index.ts';
import { splitIntoSteps } from './account-period.ts';
import type { MonthOfType } from './account-sums.ts';
import {
  collectCurrencies,
  entriesByMonth,
  toSqlList,
  negateAmount,
  onLine,
  sumIn,
  within,
} from './account-sums.ts';

interface Ask {
  range: DateRange;
  basis: Basis;
  by: RevenueStep;
  /** The business's. */
  currency: string;
  /** Of customers; all where there is none. */
  limit?: number | undefined;
}

interface MonthOfTax extends Money {
  month: CalendarDate;
}
/** What one customer's entries come to in one currency. */
interface CustomerSums {
  customerId: number;
  name: string;
  company: string | null;
  currency: string;
  types: { type: LedgerEntryType; amount: Decimal }[];
  tax: Decimal;
}

/** By payment the sign is another: what comes lowers what is owed. */
const SIGN: Record<Basis, SQL> = { accrual: sql`1`, cash: sql`-1` };

/** Revenue of a range by month, quarter or year, and by customer: by invoice or by payment. */
export async function readRevenue(
  db: Queryable,
  businessId: string,
  { range, basis, by, currency: own, limit }: Ask,
): Promise<RevenueReport> {
  const types = typesOfLines(REVENUE_LINES[basis]);
  const { months, taxes, customers, count } = await selectTogether(db, {
    months: entriesByMonth(businessId, range, types),
    taxes: taxByMonth(businessId, range),
    customers: sumsByCustomer(businessId, range, { types, basis, own, limit }),
    count: sql<{ count: number }>`
      select count(*) from (
        select distinct ${whoseIs('each')}, each.currency
        from (
          select customer_id, currency from ledger_entries
          where ${inRange(businessId, range)} and type in (${toSqlList(types)})
          group by customer_id, currency
        ) as each
        ${leftJoinMerged(businessId, sql`each.customer_id`)}
      ) as active`,
  });
  const figures = (currency: string, entries: readonly MonthOfType[], tax: Decimal) =>
    computeFigures(basis, currency, entries, tax);
  return {
    ...range,
    basis,
    by,
    currencies: collectCurrencies(own, months, basis === 'accrual' ? taxes : []).map((currency) => {
      const of = (part: DateRange) =>
        figures(currency, months.filter(within(part)), sumIn(currency, taxes.filter(within(part))));
      const periods = splitIntoSteps(range, by).map((part) => ({ ...part, ...of(part) }));
      return { currency, ...figures(currency, months, sumIn(currency, taxes)), periods };
    }),
    customers: customers.map(({ types: sums, tax, ...customer }): RevenueCustomer => {
      const { currency } = customer;
      const entries = sums.map((each) => ({ ...each, currency, month: range.from }));
      return {
        ...customer,
        ...figures(currency, entries, sumIn(currency, [money(tax, currency)])),
      };
    }),
    customerCount: count[0]?.count ?? 0,
  };
}

function computeFigures(
  basis: Basis,
  currency: string,
  entries: readonly MonthOfType[],
  tax: Decimal,
) {
  const signed = (amount: Decimal) => (basis === 'cash' ? negateAmount(amount, currency) : amount);
  const gross = signed(sumIn(currency, entries));
  const isAccrual = basis === 'accrual';
  return {
    lines: REVENUE_LINES[basis].map((line) => ({
      line,
      amount: signed(sumIn(currency, entries.filter(onLine(line)))),
    })),
    gross,
    tax: isAccrual ? tax : null,
    net: isAccrual ? subtractMoney(money(gross, currency), money(tax, currency)).amount : null,
  };
}

const inRange = (businessId: string, { from, to }: DateRange): SQL => sql`
  business_id = ${businessId} and entry_date between ${from}::date and ${to}::date`;

const taxByMonth = (businessId: string, range: DateRange): SQL<MonthOfTax> => sql<MonthOfTax>`
  select currency, month, sum(amount)::text as amount from (
    select currency, date_trunc('month', entry_date)::date as month, sum(amount) as amount
    from tax_entries where ${inRange(businessId, range)} group by currency, entry_date
  ) as days group by currency, month`;

const sumsByCustomer = (
  businessId: string,
  range: DateRange,
  {
    types,
    basis,
    own,
    limit,
  }: {
    types: readonly LedgerEntryType[];
    basis: Basis;
    own: string;
    limit: number | undefined;
  },
): SQL<CustomerSums> => sql<CustomerSums>`
  select c.id as "customerId", c.name, c.company, s.currency, s.types,
    coalesce(t.amount, 0)::text as tax
  from (
    select customer_id, currency, sum(amount) as amount,
      json_agg(json_build_object('type', type, 'amount', amount::text)) as types
    from (
      select ${whoseIs('each')} as customer_id, each.currency, each.type, sum(each.amount) as amount
      from (
        select customer_id, currency, type, sum(amount) as amount from ledger_entries
        where ${inRange(businessId, range)} and type in (${toSqlList(types)})
        group by customer_id, currency, type
      ) as each
      ${leftJoinMerged(businessId, sql`each.customer_id`)}
      group by 1, 2, 3
    ) as by_type
    group by customer_id, currency
    order by currency <> ${own}, currency, ${SIGN[basis]} * sum(amount) desc, customer_id
    limit ${limit ?? null}::bigint
  ) s
  join customers c on c.business_id = ${businessId} and c.id = s.customer_id
  left join (
    select ${whoseIs('each')} as customer_id, each.currency, sum(each.amount) as amount
    from (
      select customer_id, currency, sum(amount) as amount from tax_entries
      where ${inRange(businessId, range)} group by customer_id, currency
    ) as each
    ${leftJoinMerged(businessId, sql`each.customer_id`)}
    group by 1, 2
  ) t on t.customer_id = s.customer_id and t.currency = s.currency
  order by s.currency <> ${own}, s.currency, ${SIGN[basis]} * s.amount desc, s.customer_id`;

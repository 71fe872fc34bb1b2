import type { SQL } from 'drizzle-orm';
import { sql } from 'drizzle-orm';
import type { Age } from '../../../shared/customers/ageing.ts';
import { AGE_BEGINS, AGES } from '../../../shared/customers/ageing.ts';
import type {
  CustomerAccount,
  OpenAccount,
} from '../../../shared/customers/customer-account.contract.ts';
import type { CalendarDate } from '../../../shared/dates/calendar-date.ts';
import { utcInstant } from '../../../shared/dates/instants.ts';
import type { Decimal } from '../../../shared/money/decimal.ts';
import { isZero } from '../../../shared/money/decimal.ts';
import { money, subtractMoney, withDecimals } from '../../../shared/money/money.ts';
import { selectTogether } from '../../db/select-together.ts';
import type { Services } from '../../platform/http/services.ts';
import { findCustomerGroup, isOneOf, readCustomer } from '../customers/index.ts';
import { unappliedCredit } from '../ledger/index.ts';
import { readBusinessDay } from '../profile/index.ts';

type Group = readonly [number, ...number[]];

/**
 * What a customer owes, and how long since: from the sums that are kept by customer, and the indexes of
 * what is open, so that paid invoices cost nothing.
 * @throws AppError NOT_FOUND for a missing, deleted or foreign customer alike
 */
export async function readCustomerAccount(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  businessId: string,
  id: number,
): Promise<CustomerAccount> {
  const now = clock.now();
  const [customer, group, today] = await Promise.all([
    readCustomer(db.orm, businessId, id, now),
    findCustomerGroup(db.orm, businessId, id),
    readBusinessDay(db.orm, businessId, now),
  ]);
  const { totals, credit, open, merged } = await selectTogether(db.orm, {
    totals: invoiceTotals(businessId, group),
    credit: unappliedCredit(businessId, isOneOf(sql`y.customer_id`, group)),
    open: openByAge(businessId, group, today),
    merged: mergedCustomers(businessId, group[0]),
  });
  const currencies = new Set([
    customer.balance.currency,
    ...totals.map((row) => row.currency),
    ...credit.map((row) => row.currency),
  ]);
  const accounts = [...currencies].map((currency): OpenAccount => {
    const sums = totals.find((row) => row.currency === currency);
    const aged = open.find((row) => row.currency === currency);
    const amount = (text: Decimal | null | undefined) => withDecimals(text ?? '0', currency);
    const unappliedCredit = amount(credit.find((row) => row.currency === currency)?.amount);
    const owed = money(amount(sums?.owed), currency);
    return {
      currency,
      balance: subtractMoney(owed, money(unappliedCredit, currency)).amount,
      invoiced: amount(sums?.invoiced),
      outstanding: amount(sums?.outstanding),
      unappliedCredit,
      ageing: {
        notDue: amount(aged?.notDue),
        days1To30: amount(aged?.days1To30),
        days31To60: amount(aged?.days31To60),
        days61To90: amount(aged?.days61To90),
        over90Days: amount(aged?.over90Days),
      },
    };
  });
  const [own, ...others] = accounts;
  if (!own) throw new Error('a customer has a currency');
  const isUsed = ({ invoiced, outstanding, unappliedCredit }: OpenAccount) =>
    [invoiced, outstanding, unappliedCredit].some((amount) => !isZero(amount));
  return {
    customer,
    today,
    accounts: [own, ...others.filter(isUsed)],
    invoiceCount: totals.reduce((sum, row) => sum + row.invoices, 0),
    merged: merged.map((row) => ({ ...row, mergedAt: utcInstant(row.mergedAt) })),
  };
}

interface TotalsRow {
  currency: string;
  invoices: number;
  invoiced: Decimal;
  outstanding: Decimal;
  owed: Decimal;
}

/** What was paid on an invoice that is a draft again is owed back: see the ledger. */
const invoiceTotals = (businessId: string, group: Group): SQL<TotalsRow> => sql<TotalsRow>`
  select t.currency, sum(t.invoice_count)::int as invoices,
    coalesce(sum(t.total) filter (where t.status <> 'draft'), 0)::text as invoiced,
    coalesce(sum(t.due) filter (where t.status in ('sent', 'overdue')), 0)::text as outstanding,
    sum(case when t.status = 'draft' then -t.paid else t.due end)::text as owed
  from customer_invoice_totals t
  where t.business_id = ${businessId} and ${isOneOf(sql`t.customer_id`, group)}
  group by t.currency order by t.currency`;

type AgedRow = { currency: string } & Record<Age, Decimal | null>;

function openByAge(businessId: string, group: Group, today: CalendarDate): SQL<AgedRow> {
  const late = sql`(${today}::date - due_date)`;
  const ages = Object.entries(AGE_BEGINS);
  const inAge = (age: Age): SQL => {
    if (age === 'notDue') return sql`${late} < 1`;
    const next = ages[ages.findIndex(([name]) => name === age) + 1]?.[1];
    const begun = sql`${late} >= ${AGE_BEGINS[age]}`;
    return next === undefined ? begun : sql`${begun} and ${late} < ${next}`;
  };
  const sums = AGES.map(
    (age) => sql`(sum(amount_due) filter (where ${inAge(age)}))::text as ${sql.identifier(age)}`,
  );
  return sql<AgedRow>`
    select currency, ${sql.join(sums, sql`, `)}
    from invoices
    where business_id = ${businessId} and ${isOneOf(sql`customer_id`, group)}
      and status in ('sent', 'overdue') and deleted_at is null
    group by currency`;
}

interface MergedRow {
  id: number;
  name: string;
  company: string | null;
  mergedAt: string;
}

const mergedCustomers = (businessId: string, id: number): SQL<MergedRow> => sql<MergedRow>`
  select m.id, m.name, m.company, m.deleted_at as "mergedAt" from customers m
  where m.business_id = ${businessId} and m.merged_into_id = ${id}
  order by m.sort_name, m.id`;

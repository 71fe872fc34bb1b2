import type { SQL } from 'drizzle-orm';
import { sql } from 'drizzle-orm';
import type { Age } from '../../../shared/customers/ageing.ts';
import { AGES } from '../../../shared/customers/ageing.ts';
import type {
  CustomerAccount,
  OpenAccount,
} from '../../../shared/customers/customer-account.contract.ts';
import type { CalendarDate } from '../../../shared/dates/calendar-date.ts';
import { utcInstant } from '../../../shared/dates/instants.ts';
import type { Decimal } from '../../../shared/money/decimal.ts';
import { isZero } from '../../../shared/money/decimal.ts';
import { money, subtractMoney, withDecimals } from '../../../shared/money/money.ts';
import { ageColumns, sumsByAge } from '../../db/ageing.ts';
import { openByDueDate } from '../../db/overdue.ts';
import { selectTogether } from '../../db/select-together.ts';
import type { Services } from '../../platform/http/services.ts';
import { findCustomerGroup, matchesAny, readCustomer } from '../customers/index.ts';
import { settledOnDrafts, unappliedCredit, unappliedCreditNotes } from '../ledger/index.ts';
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
    credit: creditSums(businessId, group),
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
    const credits = credit.find((row) => row.currency === currency);
    const unappliedCredit = amount(credits?.amount);
    const outstanding = amount(sums?.outstanding);
    const ages = AGES.map((age) => [age, amount(aged?.[age])]);
    return {
      currency,
      balance: subtractMoney(money(outstanding, currency), money(unappliedCredit, currency)).amount,
      invoiced: amount(sums?.invoiced),
      outstanding,
      unappliedCredit,
      ageing: Object.fromEntries(ages) as Record<Age, Decimal>,
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
}

const invoiceTotals = (businessId: string, group: Group): SQL<TotalsRow> => sql<TotalsRow>`
  select t.currency, coalesce(sum(t.invoice_count) filter (where t.status <> 'draft'), 0)::int as invoices,
    coalesce(sum(t.total) filter (where t.status <> 'draft'), 0)::text as invoiced,
    coalesce(sum(t.due) filter (where t.status in ('sent', 'overdue')), 0)::text as outstanding
  from customer_invoice_totals t
  where t.business_id = ${businessId} and ${matchesAny(sql`t.customer_id`, group)}
  group by t.currency order by t.currency`;

interface CreditRow {
  currency: string;
  amount: Decimal;
}

/** What was paid or credited and settles nothing that is owed: a draft is not owed yet. */
const creditSums = (businessId: string, group: Group): SQL<CreditRow> => sql<CreditRow>`
  select currency, sum(amount::numeric)::text as amount
  from (
    ${unappliedCredit(businessId, matchesAny(sql`y.customer_id`, group))}
    union all
    ${unappliedCreditNotes(businessId, matchesAny(sql`n.customer_id`, group))}
    union all
    ${settledOnDrafts(businessId, matchesAny(sql`i.customer_id`, group))}
  ) as credits
  group by currency order by currency`;

type AgedRow = { currency: string } & Record<Age, Decimal>;

const openByAge = (businessId: string, group: Group, today: CalendarDate): SQL<AgedRow> =>
  sql<AgedRow>`
    select currency, ${ageColumns((name) => sql`${name}::text`)}
    from (
      select i.currency, ${sumsByAge(sql`(${today}::date - part.due_date)`, sql`part.amount`)}
      from invoices i
      cross join lateral ${openByDueDate('i', sql`i.amount_due`)} as part
      where i.business_id = ${businessId} and ${matchesAny(sql`i.customer_id`, group)}
        and i.status in ('sent', 'overdue') and i.deleted_at is null
      group by i.currency
    ) as sums`;

interface MergedRow {
  id: number;
  name: string;
  company: string | null;
  notes: string | null;
  mergedAt: string;
}

const mergedCustomers = (businessId: string, id: number): SQL<MergedRow> => sql<MergedRow>`
  select m.id, m.name, m.company, m.notes, m.deleted_at as "mergedAt" from customers m
  where m.business_id = ${businessId} and m.merged_into_id = ${id}
  order by m.sort_name, m.id`;

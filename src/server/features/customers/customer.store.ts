import type { SQL } from 'drizzle-orm';
import { and, eq, getTableColumns, inArray, ne, or, sql } from 'drizzle-orm';
import { addressKey } from '../../../shared/contract/email-address.ts';
import type {
  Balance,
  Customer,
  CustomerInput,
  SameInput,
} from '../../../shared/customers/customer.contract.ts';
import { customerSchema } from '../../../shared/customers/customer.contract.ts';
import { notFound } from '../../../shared/errors/app-error.ts';
import { DEFAULT_CURRENCY } from '../../../shared/money/currencies.ts';
import { isZero } from '../../../shared/money/decimal.ts';
import { addMoney, money, withDecimals } from '../../../shared/money/money.ts';
import { fold } from '../../../shared/search/fold.ts';
import type { Queryable, Transaction } from '../../db/database.ts';
import { ConcernsOthersError, noteLocks } from '../../db/lock-order.ts';
import { liveInvoices, overdueDifferences } from '../../db/overdue.ts';
import { customerInvoiceTotals, customers } from '../../db/tables/customers.table.ts';
import { sortKey } from '../../platform/lists/sort-key.ts';
import type { ListQuery } from '../../platform/records/record-store.ts';
import { presentRecord, recordStore } from '../../platform/records/record-store.ts';
import { ownerAccount } from '../businesses/index.ts';
import { readBusinessLocale } from '../profile/index.ts';
import { findCustomerGroup, leftJoinMerged, matchesAny, mergedInto } from './customer-group.ts';

const { businessId: _owner, ...columns } = getTableColumns(customers);

/**
 * Sums over the customer's invoices by currency, as `countInSums` keeps them: a row for each currency
 * and status.
 */
const balances = (businessId: string) => sql`lateral (
  select coalesce(json_agg(b order by currency), '[]') as by_currency
  from (
    select currency,
      coalesce(sum(total) filter (where status <> 'draft'), 0)::text as invoiced,
      coalesce(sum(due) filter (where status in ('sent', 'overdue')), 0)::text
        as outstanding,
      coalesce(sum(due) filter (where status = 'overdue'), 0)::text as overdue
    from ${customerInvoiceTotals} t
    where t.business_id = ${businessId} and t.customer_id in (
      select ${customers.id}
      union all
      select m.id from customers m
      where m.business_id = ${businessId} and m.merged_into_id = ${customers.id})
    group by currency
  ) as b
) as balances`;

const selection = {
  ...columns,
  userId: ownerAccount(sql`customers.business_id`),
  balances: sql<Balance[]>`balances.by_currency`,
  /** By currency: by how much what is late differs from what is due on what is marked as overdue. */
  differences: sql<Record<string, string> | null>`differences.amounts`,
};

type CustomerRow = Awaited<ReturnType<typeof selectCustomers>>[number];

/** Its lock and that of a document's terms wait for each other: a deletion, and a document that is being saved. */
export const customerRecords = recordStore(customers, 'no key update');
const { live, list } = customerRecords;

/** Whoever changes what belongs to the customer alone does it in turn. */
export const lockCustomerRow = customerRecords.lock;

function selectCustomers(db: Queryable, businessId: string, now: Date) {
  const differences = sql`(
    select customer_id, json_object_agg(currency, amount) as amounts from (
      select coalesce(merged.merged_into_id, d.customer_id) as customer_id, d.currency,
        sum(d.amount)::text as amount
      from (${overdueDifferences('i', businessId, now, liveInvoices('i', businessId))}) as d
      ${leftJoinMerged(businessId, sql`d.customer_id`)}
      group by 1, 2
    ) as by_currency
    group by customer_id
  ) as differences`;
  const ofBusiness = sql<string>`coalesce(${customers.currency}, (
    select p.currency from business_profiles p where p.business_id = ${businessId}
  ))`;
  return db
    .select({ ...selection, ownCurrency: ofBusiness })
    .from(customers)
    .innerJoin(balances(businessId), sql`true`)
    .leftJoin(differences, sql`differences.customer_id = ${customers.id}`)
    .$dynamic();
}

/** Customers by name. */
export function listCustomers(db: Queryable, businessId: string, query: ListQuery, now: Date) {
  const byName = { column: customers.sortName, toListKey: (row: CustomerRow) => row.sortName };
  return list(db, selectCustomers(db, businessId, now), businessId, query, byName);
}

export async function countCustomers(
  db: Queryable,
  businessId: string,
  search: string | undefined,
): Promise<number> {
  return db.$count(customers, live(businessId, search));
}

/**
 * Of one that was merged, the customer that it was merged into.
 * @throws AppError NOT_FOUND for a missing, deleted or foreign customer alike.
 */
export async function readCustomer(
  db: Queryable,
  businessId: string,
  id: number,
  now: Date,
): Promise<Customer> {
  const [row] = await selectCustomers(db, businessId, now).where(
    and(live(businessId), eq(customers.id, mergedInto(businessId, id))),
  );
  if (!row) throw notFound('Customer');
  return presentCustomer(row);
}

/** Customers, but the one that is edited, who have an address or a VAT ID already: the first by name. */
export async function findSameCustomers(
  db: Queryable,
  businessId: string,
  { email, vatId, exceptId }: SameInput,
) {
  const first = async (condition: SQL) => {
    const { id, name, company } = customers;
    const others = exceptId === undefined ? undefined : ne(id, exceptId);
    const [found] = await db
      .select({ id, name, company })
      .from(customers)
      .where(and(live(businessId), condition, others))
      .orderBy(customers.sortName, id)
      .limit(1);
    return found ?? null;
  };
  const addresses = email ? [email.toLowerCase(), addressKey(email)] : [];
  return {
    byEmail: email ? await first(inArray(sql`lower(email)`, addresses)) : null,
    byVatId: vatId ? await first(eq(customers.vatId, vatId)) : null,
  };
}

/** The fields, and what searches and the list's order look at. */
export async function customerValues<Fields extends CustomerInput>(
  db: Queryable,
  businessId: string,
  fields: Fields,
) {
  return { ...fields, ...customerFound(fields, await readBusinessLocale(db, businessId)) };
}

/** What searches and the list's order look at. */
export const customerFound = (
  { name, company, email }: Pick<CustomerInput, 'name' | 'company' | 'email'>,
  locale: string,
) => ({ searchText: fold(name, company, email), sortName: sortKey(name, locale) });

/**
 * What stands in the way of deleting a customer: documents and money that was kept, its own and of those
 * merged into it.
 */
export async function countCustomerDocuments(
  db: Queryable,
  businessId: string,
  customerId: number,
): Promise<{ invoices: number; estimates: number; creditNotes: number; payments: number }> {
  const whose = matchesAny(sql`customer_id`, await findCustomerGroup(db, businessId, customerId));
  const { rows } = await db.execute<
    Record<'invoices' | 'estimates' | 'notes' | 'paid', string>
  >(sql`
    select
      (select count(*) from invoices
       where business_id = ${businessId} and ${whose} and deleted_at is null) as invoices,
      (select count(*) from estimates
       where business_id = ${businessId} and ${whose} and deleted_at is null) as estimates,
      (select count(*) from credit_notes
       where business_id = ${businessId} and ${whose} and deleted_at is null) as notes,
      (select count(*) from payments
       where business_id = ${businessId} and ${whose} and status = 'completed'
         and amount > refunded_amount) as paid
  `);
  const [row] = rows;
  return {
    invoices: Number(row?.invoices ?? 0),
    estimates: Number(row?.estimates ?? 0),
    creditNotes: Number(row?.notes ?? 0),
    payments: Number(row?.paid ?? 0),
  };
}

/**
 * The row itself, deleted or not: a document goes on showing its customer. Of one that was merged, the
 * row of the customer that it was merged into.
 */
export async function findCustomerRow(db: Queryable, businessId: string, id: number) {
  const [row] = await selectCustomerRow(db, businessId, id);
  return row;
}

/** The row, which stays as it is until the transaction ends. Documents are locked before. */
export async function holdCustomerRow(tx: Transaction, businessId: string, id: number) {
  const [row] = await selectCustomerRow(tx, businessId, id).for('share');
  if (!row) return undefined;
  noteLocks(tx, 'customers', [row.id]);
  // Merged while its lock was waited for: the one that it was merged into would be locked after it.
  if (row.mergedIntoId !== null) throw new ConcernsOthersError([]);
  return row;
}

const selectCustomerRow = (db: Queryable, businessId: string, id: number) =>
  db
    .select()
    .from(customers)
    .where(and(eq(customers.businessId, businessId), eq(customers.id, mergedInto(businessId, id))));

/** Customers to whom an address belongs, however it is written: those that stand in the lists. */
export function findCustomersByEmail(
  db: Queryable,
  businessId: string,
  email: string,
  limit: number,
) {
  return db
    .select()
    .from(customers)
    .where(and(live(businessId), sql`lower(${customers.email}) = lower(${email})`))
    .orderBy(customers.id)
    .limit(limit);
}

/** A document does not come back without its customer. */
export async function restoreDeletedCustomer(
  db: Queryable,
  businessId: string,
  customerId: number,
): Promise<void> {
  noteLocks(db, 'customers', [customerId]);
  await db.execute(sql`
    update customers set deleted_at = null, version = version + 1
    where business_id = ${businessId} and id = ${mergedInto(businessId, customerId)}
      and deleted_at is not null`);
}

/** One row, as a select that others put together with theirs. */
export function countLiveCustomers(businessId: string): SQL<{ count: number }> {
  return sql<{ count: number }>`
    select count(*) as count from customers where business_id = ${businessId} and deleted_at is null`;
}

/**
 * Customers that a search finds, names that begin with it before the others.
 * @param alsoFound those that it finds by what they paid
 */
export function searchCustomers(
  db: Queryable,
  businessId: string,
  search: string,
  limit: number,
  alsoFound: readonly number[] = [],
): Promise<{ id: number; name: string; company: string | null }[]> {
  const { id, name, company, searchText, sortName } = customers;
  return db
    .select({ id, name, company })
    .from(customers)
    .where(or(live(businessId, search), and(live(businessId), inArray(id, [...alsoFound]))))
    .orderBy(sql`not starts_with(${searchText}, ${fold(search)})`, sortName, id)
    .limit(limit);
}

export function presentCustomer(row: CustomerRow): Customer {
  const own = row.ownCurrency ?? DEFAULT_CURRENCY;
  const known = row.balances
    .map((balance) => presentBalance(balance, row.differences?.[balance.currency]))
    .filter(({ invoiced, outstanding }) => !isZero(invoiced) || !isZero(outstanding))
    .sort((a, b) => Number(b.currency === own) - Number(a.currency === own));
  const [balance = presentBalance(nothingIn(own)), ...otherBalances] = known;
  return presentRecord(customerSchema, { ...row, balance, otherBalances });
}

const nothingIn = (currency: string): Balance => ({
  currency,
  invoiced: '0',
  outstanding: '0',
  overdue: '0',
});

function presentBalance(sums: Balance, difference = '0'): Balance {
  const { currency } = sums;
  const amount = (text: string) => withDecimals(text, currency);
  const overdue = addMoney(money(sums.overdue, currency), money(difference, currency));
  return {
    currency,
    invoiced: amount(sums.invoiced),
    outstanding: amount(sums.outstanding),
    overdue: overdue.amount,
  };
}

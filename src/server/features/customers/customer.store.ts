import type { SQL } from 'drizzle-orm';
import { and, eq, getTableColumns, isNull, sql } from 'drizzle-orm';
import type { CustomerInput } from '../../../shared/customers/customer.contract.ts';
import { fold } from '../../../shared/search/fold.ts';
import type { Queryable } from '../../db/database.ts';
import { isLate } from '../../db/overdue.ts';
import { customerInvoiceTotals, customers } from '../../db/tables/customers.table.ts';
import type { Cursor } from '../../platform/lists/cursor.ts';
import { searchCondition } from '../../platform/lists/cursor.ts';
import { ownerAccount } from '../businesses/index.ts';

const { businessId: _owner, ...columns } = getTableColumns(customers);

/** Sums over the customer's invoices, as `countInSums` keeps them: a row for each status. */
const balances = (businessId: string) => sql`lateral (
  select
    coalesce(sum(total) filter (where status <> 'draft'), 0)::numeric(20,2)::text as invoiced,
    coalesce(sum(total - received) filter (where status in ('sent', 'overdue')), 0)::numeric(20,2)::text
      as outstanding,
    coalesce(sum(total - received) filter (where status = 'overdue'), 0) as overdue
  from ${customerInvoiceTotals} t
  where t.business_id = ${businessId} and t.customer_id = ${customers.id}
) as balance`;

const selection = {
  ...columns,
  userId: ownerAccount(sql`customers.business_id`),
  invoiced: sql<string>`balance.invoiced`,
  outstanding: sql<string>`balance.outstanding`,
  // With what is late and not marked yet.
  overdue: sql<string>`(balance.overdue + coalesce(late.amount, 0))::numeric(20,2)::text`,
};

export type CustomerRow = Awaited<ReturnType<typeof selectCustomers>>[number];

const live = (businessId: string) =>
  and(eq(customers.businessId, businessId), isNull(customers.deletedAt));
const searching = (search: string | undefined) =>
  searchCondition(sql`${customers.searchText}`, search);

function selectCustomers(db: Queryable, businessId: string, now: Date) {
  const late = sql`(
    select i.customer_id, sum(i.total - i.amount_received) as amount from invoices i
    where i.business_id = ${businessId} and i.deleted_at is null
      and ${isLate('i', businessId, now)}
    group by i.customer_id
  ) as late`;
  return db
    .select(selection)
    .from(customers)
    .innerJoin(balances(businessId), sql`true`)
    .leftJoin(late, sql`late.customer_id = ${customers.id}`)
    .$dynamic();
}

/** Customers by name; with `limit` one row more than that, to know whether there is a next page. */
export function listCustomers(
  db: Queryable,
  businessId: string,
  query: { limit?: number | undefined; search?: string | undefined; after?: Cursor | undefined },
  now: Date,
): Promise<CustomerRow[]> {
  const { after } = query;
  const rows = selectCustomers(db, businessId, now)
    .where(
      and(
        live(businessId),
        searching(query.search),
        after && sql`(${customers.sortName}, ${customers.id}) > (${after.key}, ${after.id})`,
      ),
    )
    .orderBy(customers.sortName, customers.id);
  return query.limit === undefined ? rows : rows.limit(query.limit + 1);
}

export async function countCustomers(
  db: Queryable,
  businessId: string,
  search: string | undefined,
): Promise<number> {
  return db.$count(customers, and(live(businessId), searching(search)));
}

export async function findCustomer(
  db: Queryable,
  businessId: string,
  id: number,
  now: Date,
): Promise<CustomerRow | undefined> {
  const [row] = await selectCustomers(db, businessId, now).where(
    and(live(businessId), eq(customers.id, id)),
  );
  return row;
}

/** Locks the row until the transaction ends: a deletion and a new invoice wait for each other. */
export async function lockCustomerForUpdate(
  db: Queryable,
  businessId: string,
  id: number,
  options: { deleted?: boolean } = {},
) {
  const [row] = await db
    .select()
    .from(customers)
    .where(
      and(
        eq(customers.businessId, businessId),
        eq(customers.id, id),
        options.deleted ? sql`${customers.deletedAt} is not null` : isNull(customers.deletedAt),
      ),
    )
    .for('no key update');
  return row;
}

/** What searches and the list's order look at, derived from the fields. */
function derived(input: Pick<CustomerInput, 'name' | 'company' | 'email'>) {
  return {
    searchText: fold(input.name, input.company, input.email),
    sortName: fold(input.name),
  };
}

/** The customer's part of what a search for invoices looks through. */
export function invoiceSearchPart(customer: { name: string; company: string | null }): string {
  return fold(customer.name, customer.company);
}

export async function insertCustomer(
  db: Queryable,
  businessId: string,
  input: CustomerInput,
): Promise<number> {
  const [row] = await db
    .insert(customers)
    .values({ businessId, ...input, ...derived(input) })
    .returning({ id: customers.id });
  return row?.id ?? 0;
}

export async function updateCustomerRow(
  db: Queryable,
  businessId: string,
  id: number,
  values: CustomerInput,
  now: Date,
): Promise<void> {
  await db
    .update(customers)
    .set({
      ...values,
      ...derived(values),
      version: sql`${customers.version} + 1`,
      updatedAt: now,
    })
    .where(and(eq(customers.businessId, businessId), eq(customers.id, id)));
}

export async function setCustomerDeleted(
  db: Queryable,
  businessId: string,
  id: number,
  deletedAt: Date | null,
): Promise<void> {
  await db
    .update(customers)
    .set({ deletedAt, version: sql`${customers.version} + 1` })
    .where(and(eq(customers.businessId, businessId), eq(customers.id, id)));
}

/** Documents that stand in the way of deleting a customer. */
export async function countCustomerDocuments(
  db: Queryable,
  businessId: string,
  customerId: number,
): Promise<{ invoices: number; estimates: number }> {
  const { rows } = await db.execute<{ invoices: string; estimates: string }>(sql`
    select
      (select count(*) from invoices
       where business_id = ${businessId} and customer_id = ${customerId} and deleted_at is null) as invoices,
      (select count(*) from estimates
       where business_id = ${businessId} and customer_id = ${customerId} and deleted_at is null) as estimates
  `);
  const [row] = rows;
  return { invoices: Number(row?.invoices ?? 0), estimates: Number(row?.estimates ?? 0) };
}

/** The row itself, deleted or not: a document goes on showing its customer. */
export async function findCustomerRow(db: Queryable, businessId: string, id: number) {
  const [row] = await db
    .select()
    .from(customers)
    .where(and(eq(customers.businessId, businessId), eq(customers.id, id)));
  return row;
}

/** One row, as a select that others put together with theirs. */
export function countLiveCustomers(businessId: string): SQL<{ count: number }> {
  return sql<{ count: number }>`
    select count(*) as count from customers where business_id = ${businessId} and deleted_at is null`;
}

/** Customers that a search finds, names that begin with it before the others. */
export function searchCustomers(
  db: Queryable,
  businessId: string,
  search: string,
  limit: number,
): Promise<{ id: number; name: string; company: string | null }[]> {
  const { id, name, company, sortName } = customers;
  return db
    .select({ id, name, company })
    .from(customers)
    .where(and(live(businessId), searching(search)))
    .orderBy(sql`not starts_with(${sortName}, ${fold(search)})`, sortName, id)
    .limit(limit);
}

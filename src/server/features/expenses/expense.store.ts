import { and, desc, eq, getTableColumns, isNull, sql } from 'drizzle-orm';
import type { Decimal } from '../../../shared/money/money.ts';
import { fold } from '../../../shared/search/fold.ts';
import type { Queryable } from '../../db/database.ts';
import { customers } from '../../db/tables/customers.table.ts';
import { expenses } from '../../db/tables/expenses.table.ts';
import { uploads } from '../../db/tables/uploads.table.ts';
import type { Cursor } from '../../platform/lists/cursor.ts';
import { searchCondition } from '../../platform/lists/cursor.ts';
import { ownerAccount } from '../businesses/index.ts';

export type StoredExpense = typeof expenses.$inferSelect;

const { searchText: _searchText, ...columns } = getTableColumns(expenses);

const selection = {
  ...columns,
  userId: ownerAccount(sql`expenses.business_id`),
  customerName: customers.name,
  customerCompany: customers.company,
  receiptName: uploads.fileName,
  receiptType: uploads.contentType,
  receiptSize: uploads.size,
};

export type ExpenseRow = Awaited<ReturnType<typeof selectExpenses>>[number];

/** With the customer's name, deleted or not, and what is known of an uploaded receipt. */
function selectExpenses(db: Queryable) {
  return db
    .select(selection)
    .from(expenses)
    .leftJoin(
      customers,
      and(eq(customers.businessId, expenses.businessId), eq(customers.id, expenses.customerId)),
    )
    .leftJoin(
      uploads,
      and(
        eq(uploads.businessId, expenses.businessId),
        sql`${uploads.key} = substring(${expenses.receiptUrl} from '^/objects/(.+)$')`,
      ),
    )
    .$dynamic();
}

const one = (businessId: string, id: number) =>
  and(eq(expenses.businessId, businessId), eq(expenses.id, id));
const live = (businessId: string) =>
  and(eq(expenses.businessId, businessId), isNull(expenses.deletedAt));
const searching = (search: string | undefined) =>
  searchCondition(sql`${expenses.searchText}`, search);

/** Newest first; with `limit` one row more than that, to know whether there is a next page. */
export function listExpenses(
  db: Queryable,
  businessId: string,
  query: { limit?: number | undefined; search?: string | undefined; after?: Cursor | undefined },
): Promise<ExpenseRow[]> {
  const { after, limit } = query;
  const rows = selectExpenses(db)
    .where(
      and(
        live(businessId),
        searching(query.search),
        after && sql`(${expenses.expenseDate}, ${expenses.id}) < (${after.key}::date, ${after.id})`,
      ),
    )
    .orderBy(desc(expenses.expenseDate), desc(expenses.id));
  return limit === undefined ? rows : rows.limit(limit + 1);
}

/** How many a list with the same search holds, and their sum. */
export async function summarizeExpenses(
  db: Queryable,
  businessId: string,
  search: string | undefined,
): Promise<{ count: number; total: Decimal }> {
  const [row] = await db
    .select({
      count: sql<string>`count(*)`,
      total: sql<Decimal>`coalesce(sum(${expenses.amount}), 0)::numeric(20, 2)::text`,
    })
    .from(expenses)
    .where(and(live(businessId), searching(search)));
  return { count: Number(row?.count ?? 0), total: row?.total ?? '0.00' };
}

export async function findExpense(
  db: Queryable,
  businessId: string,
  id: number,
): Promise<ExpenseRow | undefined> {
  const [row] = await selectExpenses(db).where(and(live(businessId), eq(expenses.id, id)));
  return row;
}

/** Locks the row, deleted or not, until the transaction ends. */
export async function lockExpense(
  db: Queryable,
  businessId: string,
  id: number,
): Promise<StoredExpense | undefined> {
  const [row] = await db.select().from(expenses).where(one(businessId, id)).for('update');
  return row;
}

export type ExpenseValues = Pick<
  StoredExpense,
  'category' | 'description' | 'amount' | 'expenseDate' | 'customerId' | 'vendor' | 'receiptUrl'
>;

/** What searches look at. */
const derived = ({ description, category, vendor }: ExpenseValues) => ({
  searchText: fold(description, category, vendor),
});

export async function insertExpense(
  db: Queryable,
  businessId: string,
  values: ExpenseValues,
): Promise<number> {
  const [row] = await db
    .insert(expenses)
    .values({ businessId, ...values, ...derived(values) })
    .returning({ id: expenses.id });
  return row?.id ?? 0;
}

/** Every change counts the version up. */
export async function updateExpenseRow(
  db: Queryable,
  businessId: string,
  id: number,
  values: ExpenseValues,
  now: Date,
): Promise<void> {
  await db
    .update(expenses)
    .set({
      ...values,
      ...derived(values),
      version: sql`${expenses.version} + 1`,
      updatedAt: now,
    })
    .where(one(businessId, id));
}

export async function setExpenseDeleted(
  db: Queryable,
  businessId: string,
  id: number,
  deletedAt: Date | null,
): Promise<void> {
  await db
    .update(expenses)
    .set({ deletedAt, version: sql`${expenses.version} + 1` })
    .where(one(businessId, id));
}

import type { SQL } from 'drizzle-orm';
import {
  and,
  count,
  eq,
  getTableColumns,
  getTableName,
  gte,
  lte,
  or,
  Subquery,
  sql,
} from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { DateRange } from '../../../shared/dates/calendar-date.ts';
import { notFound } from '../../../shared/errors/app-error.ts';
import type { Expense, ExpenseFilter } from '../../../shared/expenses/expense.contract.ts';
import { expenseSchema } from '../../../shared/expenses/expense.contract.ts';
import type { ExpenseSort } from '../../../shared/lists/list-sorts.ts';
import { EXPENSE_SORTS } from '../../../shared/lists/list-sorts.ts';
import type { CountAndSums } from '../../../shared/money/count-and-sum.ts';
import { countAndSum } from '../../../shared/money/count-and-sum.ts';
import type { Money } from '../../../shared/money/money.ts';
import type { DaySum } from '../../../shared/reports/day-sums.ts';
import { fold } from '../../../shared/search/fold.ts';
import type { Queryable } from '../../db/database.ts';
import { customers } from '../../db/tables/customers.table.ts';
import { expenses } from '../../db/tables/expenses.table.ts';
import { uploads } from '../../db/tables/uploads.table.ts';
import { amountCondition } from '../../platform/lists/amount-condition.ts';
import type { Page } from '../../platform/lists/cursor.ts';
import { cutPage, searchCondition } from '../../platform/lists/cursor.ts';
import type { SortKey } from '../../platform/lists/plan-order.ts';
import { planOrder, selectPage } from '../../platform/lists/plan-order.ts';
import { presentRecord, recordStore } from '../../platform/records/record-store.ts';
import { ownerAccount } from '../businesses/index.ts';
import { findCustomerGroup, matchesAny } from '../customers/index.ts';
import { readBusinessCurrency } from '../profile/index.ts';

const { searchText: _searchText, ...columns } = getTableColumns(expenses);

/** The customer whom an expense names; `customers` is the one that it was merged into, or itself. */
const named = alias(customers, 'named');

const selection = {
  ...columns,
  userId: ownerAccount(sql`expenses.business_id`),
  customerId: customers.id,
  customerName: customers.name,
  customerCompany: customers.company,
  receiptName: uploads.fileName,
  receiptType: uploads.contentType,
  receiptSize: uploads.size,
};

type ExpenseRow = Awaited<ReturnType<typeof selectExpenses>>[number];

/**
 * With the customer's name, deleted or not, or of whom that was merged into, and what is known of an
 * uploaded receipt.
 * @param page of them, instead of all
 */
function selectExpenses(db: Queryable, businessId: string, page?: SQL) {
  return db
    .select(selection)
    .from(page ? new Subquery(page, columns, getTableName(expenses)) : expenses)
    .leftJoin(named, and(eq(named.businessId, businessId), eq(named.id, expenses.customerId)))
    .leftJoin(
      customers,
      and(
        eq(customers.businessId, businessId),
        sql`${customers.id} = coalesce(${named.mergedIntoId}, ${named.id})`,
      ),
    )
    .leftJoin(
      uploads,
      and(
        eq(uploads.businessId, businessId),
        sql`${uploads.key} = substring(${expenses.receiptUrl} from '^/objects/(.+)$')`,
      ),
    )
    .$dynamic();
}

export const expenseRecords = recordStore(expenses);
const { live } = expenseRecords;

/** What is told of it contains each word; or the search is an amount, and it cost that. */
function searchExpenses(search: string | undefined): SQL | undefined {
  const found = searchCondition(sql`${expenses.searchText}`, search);
  const { amount, currency } = expenses;
  const cost = amountCondition({ amount: sql`${amount}`, currency: sql`${currency}` }, search);
  return found && or(found, cost);
}

/** What a live expense must meet to be found. */
async function findConditions(
  db: Queryable,
  businessId: string,
  { search, customerId, category, from, to }: ExpenseFilter,
): Promise<SQL | undefined> {
  return and(
    searchExpenses(search),
    customerId === undefined
      ? undefined
      : matchesAny(
          sql`${expenses.customerId}`,
          await findCustomerGroup(db, businessId, customerId),
        ),
    category === undefined ? undefined : eq(expenses.category, category),
    from === undefined ? undefined : gte(expenses.expenseDate, from),
    to === undefined ? undefined : lte(expenses.expenseDate, to),
  );
}

export interface ExpenseListQuery extends ExpenseFilter {
  limit?: number | undefined;
  cursor?: string | undefined;
  sort?: ExpenseSort | undefined;
}

const USUAL_SORT = EXPENSE_SORTS[0];

/** What an order is planned for: few of these are better found by what they match (@see selectPage). */
function countFew(sort: ExpenseSort, filter: ExpenseFilter): number {
  const { from, to, customerId, category } = filter;
  const days = (from ?? to) !== undefined;
  const isAmong = customerId !== undefined || category !== undefined;
  if (sort === 'expenseDate' || sort === '-expenseDate') return customerId === undefined ? 0 : FEW;
  if (sort === 'amount' || sort === '-amount') return days || isAmong ? FEW : 0;
  return days || customerId !== undefined ? FEW : 0;
}

/** Read and sorted within some hundredths of a second. */
const FEW = 10_000;

async function findSortKey(
  db: Queryable,
  businessId: string,
  sort: ExpenseSort,
): Promise<SortKey<ExpenseRow>> {
  const day = sql`${expenses.expenseDate}`;
  switch (sort) {
    case 'amount':
    case '-amount': {
      const own = await readBusinessCurrency(db, businessId);
      const { amount, currency } = expenses;
      return {
        by: 'amount',
        amount: sql`${amount}`,
        currency: sql`${currency}`,
        own,
        read: (row) => row,
      };
    }
    case 'category':
    case '-category': {
      const read = ({ category, expenseDate }: ExpenseRow) => ({
        word: category,
        day: expenseDate,
      });
      return { by: 'word', word: sql`${expenses.category}`, day, read };
    }
    default:
      return { by: 'day', day, read: ({ expenseDate }) => expenseDate };
  }
}

/** Newest first unless told: the whole list, or a page of `limit`. */
export async function listExpenses(
  db: Queryable,
  businessId: string,
  { limit, cursor, sort = USUAL_SORT, ...filter }: ExpenseListQuery,
): Promise<Page<Expense>> {
  const key = await findSortKey(db, businessId, sort);
  const order = planOrder<ExpenseRow>({
    key,
    id: sql`${expenses.id}`,
    sort,
    usual: USUAL_SORT,
    cursor,
  });
  const found = and(live(businessId), await findConditions(db, businessId, filter));
  const page = await selectPage(db, {
    order,
    table: sql`expenses`,
    alias: sql`expenses`,
    found: [sql`${found}`],
    limit,
    few: countFew(sort, filter),
  });
  const rows = await selectExpenses(db, businessId, page).orderBy(order.whole);
  const shown = cutPage(rows, limit, order.toCursor);
  return { ...shown, rows: shown.rows.map(presentExpense) };
}

/** How many a list with the same filters holds, and their sums. */
export async function summarizeExpenses(
  db: Queryable,
  businessId: string,
  filter: ExpenseFilter,
): Promise<CountAndSums> {
  const { currency } = expenses;
  const rows = await db
    .select({ currency, count: count(), amount: sql<string>`sum(${expenses.amount})::text` })
    .from(expenses)
    .where(and(live(businessId), await findConditions(db, businessId, filter)))
    .groupBy(currency);
  return countAndSum(rows);
}

/** @throws AppError NOT_FOUND for a missing, deleted or foreign expense alike. */
export async function readExpense(db: Queryable, businessId: string, id: number): Promise<Expense> {
  const [row] = await selectExpenses(db, businessId).where(
    and(live(businessId), eq(expenses.id, id)),
  );
  if (!row) throw notFound('Expense');
  return presentExpense(row);
}

/** The fields, and what searches look at. */
export function expenseValues<
  Fields extends { description: string; category: string; vendor?: string | null | undefined },
>(fields: Fields) {
  return { ...fields, ...expenseFound(fields) };
}

/** What searches look at. */
export const expenseFound = ({
  description,
  category,
  vendor,
}: {
  description: string;
  category: string;
  vendor?: string | null | undefined;
}) => ({ searchText: fold(description, category, vendor) });

// Sums over an owner's expenses by currency, as selects that others put together into one statement.

/** Days without any are left out. */
export function spentByDay(
  businessId: string,
  { from, to }: DateRange,
): SQL<DaySum & { count: number }> {
  return sql<DaySum & { count: number }>`
    select expense_date as day, currency, sum(amount)::text as amount, count(*) as count
    from expenses
    where business_id = ${businessId} and deleted_at is null
      and expense_date between ${from}::date and ${to}::date
    group by expense_date, currency`;
}

/** What was spent of all times. */
export function spentInAll(businessId: string): SQL<Money> {
  return sql<Money>`
    select currency, sum(amount)::text as amount
    from expenses where business_id = ${businessId} and deleted_at is null
    group by currency`;
}

function presentExpense(row: ExpenseRow): Expense {
  const { customerId, customerName, receiptName, receiptType, receiptSize } = row;
  return presentRecord(expenseSchema, {
    ...row,
    customer:
      customerId === null || customerName === null
        ? null
        : { id: customerId, name: customerName, company: row.customerCompany },
    receipt:
      receiptName === null || receiptType === null || receiptSize === null
        ? null
        : { fileName: receiptName, contentType: receiptType, size: receiptSize },
  });
}

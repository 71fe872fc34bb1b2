import { and, desc, eq, isNull, sql } from 'drizzle-orm';
import type { SearchAnswer } from '../../../shared/search/search.contract.ts';
import type { Queryable } from '../../db/database.ts';
import { customers } from '../../db/tables/customers.table.ts';
import { estimates } from '../../db/tables/estimates.table.ts';
import { expenses } from '../../db/tables/expenses.table.ts';
import { searchCondition } from '../../platform/lists/cursor.ts';

/** Estimates that a search finds, newest first. */
export function searchEstimates(
  db: Queryable,
  userId: string,
  search: string,
  limit: number,
): Promise<SearchAnswer['estimates']> {
  const found = db
    .select()
    .from(estimates)
    .where(
      and(
        eq(estimates.userId, userId),
        isNull(estimates.deletedAt),
        searchCondition(sql`${estimates.searchText}`, search),
      ),
    )
    .orderBy(desc(estimates.issueDate), desc(estimates.id))
    .limit(limit)
    .as('found');
  return db
    .select({
      id: found.id,
      estimateNumber: found.estimateNumber,
      customerName: customers.name,
      customerCompany: customers.company,
      status: found.status,
      total: found.total,
    })
    .from(found)
    .innerJoin(customers, and(eq(customers.userId, userId), eq(customers.id, found.customerId)))
    .orderBy(desc(found.issueDate), desc(found.id));
}

/** Expenses that a search finds, newest first. */
export function searchExpenses(
  db: Queryable,
  userId: string,
  search: string,
  limit: number,
): Promise<SearchAnswer['expenses']> {
  const { id, description, vendor, expenseDate, amount } = expenses;
  return db
    .select({ id, description, vendor, expenseDate, amount })
    .from(expenses)
    .where(
      and(
        eq(expenses.userId, userId),
        isNull(expenses.deletedAt),
        searchCondition(sql`${expenses.searchText}`, search),
      ),
    )
    .orderBy(desc(expenses.expenseDate), desc(expenses.id))
    .limit(limit);
}

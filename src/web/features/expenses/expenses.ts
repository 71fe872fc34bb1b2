import { EXPENSE_CATEGORIES } from '../../../shared/expenses/expense-categories.ts';
import type { Expense, ExpenseInput } from '../../../shared/expenses/expense.contract.ts';
import type { ExpenseSort } from '../../../shared/lists/list-sorts.ts';
import { EXPENSE_SORTS } from '../../../shared/lists/list-sorts.ts';
import type { CountAndSums } from '../../../shared/money/count-and-sum.ts';
import type { FilterFields } from '../../documents/filter/list-filter.ts';
import { orpc } from '../../lib/api.ts';
import type { RecordKind } from '../../records/record-kind.ts';

const { key, list, summary: count, create, update, delete: remove, restore } = orpc.expenses;

/** Counted with their sums. */
export const EXPENSES: RecordKind<Expense, ExpenseInput, CountAndSums> = {
  noun: 'expense',
  calls: { key, list, count, create, update, delete: remove, restore },
};

/** What their list is narrowed and sorted by. */
export const EXPENSE_FILTERS: FilterFields<ExpenseSort> = {
  days: 'Expense date',
  categories: EXPENSE_CATEGORIES,
  sorts: EXPENSE_SORTS,
};

import { useQuery } from '@tanstack/react-query';
import type { Expense, ExpenseInput } from '../../../shared/expenses/expense.contract.ts';
import type { CountAndSums } from '../../../shared/money/count-and-sum.ts';
import { orpc } from '../../lib/api.ts';
import type { RecordKind } from '../../lib/records.ts';
import { preloadRecords, useDeleteRecord, useRecords, useSaveRecord } from '../../lib/records.ts';
import { notify } from '../../ui/notify.tsx';

const { list, summary, create, update, delete: remove, restore } = orpc.expenses;

const EXPENSES: RecordKind<Expense, ExpenseInput, CountAndSums> = {
  noun: 'expense',
  calls: { key: orpc.expenses.key, list, count: summary, create, update, delete: remove, restore },
  notify,
};

/** Expenses that match, page by page, newest first, with how many there are and their sums. */
export const useExpenses = (search: string) => useRecords(EXPENSES, search);

export const preloadExpenses = preloadRecords(EXPENSES);

/** The currencies that expenses are in. */
export function useExpenseCurrencies(): string[] {
  const { data } = useQuery(summary.queryOptions({ input: {} }));
  return data?.sums.map(({ currency }) => currency) ?? [];
}

/** Creates, or updates the expense that is given, based on the version that was read. */
export const useSaveExpense = () => useSaveRecord(EXPENSES);

/** Deletes, and offers to bring back what was deleted. */
export const useDeleteExpense = () => useDeleteRecord(EXPENSES);

import type { Expense, ExpenseInput } from '../../../shared/expenses/expense.contract.ts';
import type { Decimal } from '../../../shared/money/hundredths.ts';
import { orpc } from '../../lib/api.ts';
import type { RecordKind } from '../../lib/records.ts';
import { useDeleteRecord, useRecords, useSaveRecord } from '../../lib/records.ts';
import { notify } from '../../ui/notify.tsx';

const { list, summary, create, update, delete: remove, restore } = orpc.expenses;

const EXPENSES: RecordKind<Expense, ExpenseInput, { count: number; total: Decimal }> = {
  noun: 'expense',
  calls: { key: orpc.expenses.key, list, count: summary, create, update, delete: remove, restore },
  notify,
};

/** Expenses that match, page by page, newest first, with how many there are and their sum. */
export const useExpenses = (search: string) => useRecords(EXPENSES, search);

/** Creates, or updates the expense that is given, based on the version that was read. */
export const useSaveExpense = () => useSaveRecord(EXPENSES);

/** Deletes, and offers to bring back what was deleted. */
export const useDeleteExpense = () => useDeleteRecord(EXPENSES);

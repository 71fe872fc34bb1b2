import type { KindName } from '../documents/document-content.ts';

/**
 * What lists of documents can be sorted by, the usual order first: a field of their answers, with a
 * minus where the greatest comes first. Amounts of different currencies have no order: `total` sorts
 * within each, the business's own before the others.
 */
export const DOCUMENT_SORTS = {
  invoice: ['-issueDate', 'issueDate', 'nextDueDate', '-nextDueDate', '-total', 'total'],
  estimate: ['-issueDate', 'issueDate', 'expiryDate', '-expiryDate', '-total', 'total'],
  credit_note: ['-issueDate', 'issueDate', '-total', 'total'],
} as const satisfies Record<KindName, readonly [string, ...string[]]>;

export type SortOf<K extends KindName> = (typeof DOCUMENT_SORTS)[K][number];
export type DocumentSort = SortOf<KindName>;

export const USUAL_SORT = '-issueDate';

/** The same of expenses: `amount` as `total`, and within a category the newest first. */
export const EXPENSE_SORTS = [
  '-expenseDate',
  'expenseDate',
  '-amount',
  'amount',
  'category',
  '-category',
] as const;

export type ExpenseSort = (typeof EXPENSE_SORTS)[number];
export type ListSort = DocumentSort | ExpenseSort;

import * as z from 'zod';
import { getCall } from '../contract/calls.ts';
import {
  baseVersion,
  countAndSums,
  currencyField,
  dateField,
  dateText,
  decimalText,
  instantText,
  moneyField,
  nullableText,
  optionalText,
  recordId,
  recordNumber,
  requiredText,
} from '../contract/fields.ts';
import { recordCalls } from '../contract/record-calls.ts';
import { checkRanges, customerFilter, dayFilters, listQuery, oneOf } from '../lists/list-query.ts';
import { EXPENSE_SORTS } from '../lists/list-sorts.ts';
import { findAmountFault } from '../money/check-amount.ts';
import { EXPENSE_CATEGORIES } from './expense-categories.ts';

export const expenseSchema = z.object({
  id: z.number(),
  userId: z.string(),
  customerId: z.number().nullable(),
  customer: z.object({ id: z.number(), name: z.string(), company: nullableText }).nullable(),
  category: z.string(),
  description: z.string(),
  amount: decimalText,
  currency: z.string(),
  expenseDate: dateText,
  vendor: nullableText,
  /** A page of this server that shows the receipt to its owner, or an address the owner gave. */
  receiptUrl: nullableText,
  /** Of an uploaded receipt. */
  receipt: z.object({ fileName: z.string(), contentType: z.string(), size: z.number() }).nullable(),
  version: z.number(),
  createdAt: instantText,
  updatedAt: instantText,
});
export type Expense = z.output<typeof expenseSchema>;

const isReceiptUrl = (url: string | null | undefined) =>
  url == null || /^\/objects\/[a-z0-9/.-]+$/.test(url) || /^https?:\/\/\S+$/i.test(url);

export const expenseInput = z.object({
  category: z.enum(EXPENSE_CATEGORIES, {
    error: (issue) =>
      issue.input === undefined || issue.input === null || issue.input === ''
        ? 'Category is required'
        : 'Choose a category from the list',
  }),
  description: requiredText('Description', 500),
  amount: moneyField('Amount'),
  /** The business's where a new expense names none. */
  currency: currencyField('Currency').optional(),
  expenseDate: dateField('Expense date'),
  customerId: recordNumber('Customer must be one of yours').nullable().optional(),
  vendor: optionalText('Vendor', 200),
  receiptUrl: optionalText('Receipt', 2_000).refine(isReceiptUrl, {
    error: 'Receipt must be an uploaded file or a web address',
  }),
});
export type ExpenseInput = z.output<typeof expenseInput>;

/** What is wrong with the amount of a form, which is in the business's currency unless it says another. */
function formAmountFault(values: unknown, own: string): string | undefined {
  if (typeof values !== 'object' || values === null || !('amount' in values)) return undefined;
  const currency = 'currency' in values ? values.currency : undefined;
  if (typeof values.amount !== 'string') return undefined;
  return findAmountFault(values.amount, typeof currency === 'string' ? currency : own, 'Amount');
}

/** For the form: the amount is checked with its currency, as the server does. @param own the business's */
export const expenseForm = (own: string) =>
  expenseInput.refine((values) => formAmountFault(values, own) === undefined, {
    path: ['amount'],
    error: ({ input }) => formAmountFault(input, own),
    // Though other fields are wrong as well.
    when: ({ issues }) =>
      !issues.some(({ path = [] }) => ['amount', 'currency'].includes(String(path[0]))),
  });

/** What narrows the list and its sums. */
const expenseFilters = {
  customerId: customerFilter,
  category: oneOf('category', EXPENSE_CATEGORIES),
  ...dayFilters,
};
const expenseListQuery = listQuery
  .extend({ ...expenseFilters, sort: oneOf('sort', EXPENSE_SORTS) })
  .superRefine(checkRanges);
const expenseSummaryQuery = listQuery
  .pick({ search: true })
  .extend(expenseFilters)
  .superRefine(checkRanges);
export type ExpenseFilter = z.output<typeof expenseSummaryQuery>;

export const expenseContract = {
  ...recordCalls('/expenses', 'Expenses', {
    listed: expenseSchema,
    answer: expenseSchema,
    list: expenseListQuery,
    create: expenseInput,
    update: expenseInput.extend({ id: recordId, version: baseVersion }),
  }),
  /** Count and sums of what a list with the same filters holds. */
  summary: getCall('/expenses/summary', 'Expenses', expenseSummaryQuery, countAndSums),
};

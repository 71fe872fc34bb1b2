export const EXPENSE_CATEGORIES = [
  'Office Supplies',
  'Travel',
  'Meals & Entertainment',
  'Software & Subscriptions',
  'Marketing & Advertising',
  'Professional Services',
  'Equipment',
  'Utilities',
  'Internet & Phone',
  'Insurance',
  'Other',
] as const;
export type ExpenseCategory = (typeof EXPENSE_CATEGORIES)[number];

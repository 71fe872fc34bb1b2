export { expenseRoutes } from './expense.routes.ts';
export { listExpenses } from './expense.store.ts';
export { spentByDay, spentInAll } from './expense-sums.ts';

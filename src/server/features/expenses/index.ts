export { expenseRoutes } from './expense.routes.ts';
export { listExpenses, spentByDay, spentInAll } from './expense.store.ts';

export { expenseRoutes } from './expense.routes.ts';
export { expenseFound, listExpenses, spentByDay, spentInAll } from './expense.store.ts';

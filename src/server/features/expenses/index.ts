export { expenseRoutes } from './expense.routes.ts';
export { listExpenses } from './expense.store.ts';
export { spentByDay, spentInAll } from './expense-sums.ts';
export { forgetUnfinishedUploads } from './uploads/forget-unfinished-uploads.job.ts';
export { registerUploads } from './uploads/upload.routes.ts';

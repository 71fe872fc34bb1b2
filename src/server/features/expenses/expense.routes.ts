import { byId, byInput, byPage, ownerApi } from '../../platform/http/api-context.ts';
import type { Services } from '../../platform/http/services.ts';
import { listExpenses, readExpense, summarizeExpenses } from './expense.store.ts';
import { createExpense, deleteExpense, restoreExpense, updateExpense } from './save-expense.ts';

export function expenseRoutes(services: Services) {
  const { db } = services;
  const calls = ownerApi.expenses;
  return {
    list: calls.list.handler(byPage(db.orm, listExpenses)),
    summary: calls.summary.handler(byInput(db.orm, summarizeExpenses)),
    get: calls.get.handler(byId(db.orm, readExpense)),
    create: calls.create.handler(byInput(services, createExpense)),
    update: calls.update.handler(byInput(services, updateExpense)),
    delete: calls.delete.handler(byId(services, deleteExpense)),
    restore: calls.restore.handler(byId(services, restoreExpense)),
  };
}

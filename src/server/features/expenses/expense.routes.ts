import { ownerApi } from '../../platform/http/api-context.ts';
import type { Services } from '../../platform/http/services.ts';
import { decodeDateCursor, listAnswerOf, pageOf } from '../../platform/lists/cursor.ts';
import { deleteExpense, restoreExpense } from './delete-expense.ts';
import { listExpenses, summarizeExpenses } from './expense.store.ts';
import { presentExpense } from './present-expense.ts';
import { createExpense, readExpense, updateExpense } from './save-expense.ts';

export function expenseRoutes(services: Services) {
  const { db } = services;
  const { list, summary, get, create, update, delete: remove, restore } = ownerApi.expenses;
  return {
    list: list.handler(async ({ input, context: { actor } }) => {
      const after = input.cursor === undefined ? undefined : decodeDateCursor(input.cursor);
      const rows = await listExpenses(db.orm, actor.businessId, { ...input, after });
      const page = pageOf(rows, input.limit, (row) => ({ key: row.expenseDate, id: row.id }));
      return listAnswerOf(page.rows.map(presentExpense), page.next);
    }),
    summary: summary.handler(({ input, context: { actor } }) =>
      summarizeExpenses(db.orm, actor.businessId, input.search),
    ),
    get: get.handler(({ input, context: { actor } }) =>
      readExpense(db.orm, actor.businessId, input.id),
    ),
    create: create.handler(({ input, context: { actor, idempotencyKey } }) =>
      createExpense(services, actor.businessId, input, idempotencyKey),
    ),
    update: update.handler(({ input, context: { actor } }) =>
      updateExpense(services, actor.businessId, input),
    ),
    delete: remove.handler(({ input, context: { actor } }) =>
      deleteExpense(services, actor.businessId, input.id),
    ),
    restore: restore.handler(({ input, context: { actor } }) =>
      restoreExpense(services, actor.businessId, input.id),
    ),
  };
}

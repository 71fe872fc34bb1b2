import { api, requireOwner } from '../../platform/http/api-context.ts';
import type { Services } from '../../platform/http/services.ts';
import { decodeDateCursor, listAnswerOf, pageOf } from '../../platform/lists/cursor.ts';
import { deleteExpense, restoreExpense } from './delete-expense.ts';
import { listExpenses, summarizeExpenses } from './expense.store.ts';
import { presentExpense } from './present-expense.ts';
import { createExpense, readExpense, updateExpense } from './save-expense.ts';

export function expenseRoutes(services: Services) {
  const { db } = services;
  const { list, summary, get, create, update, delete: remove, restore } = api.expenses;
  return {
    list: list.use(requireOwner).handler(async ({ input, context: { owner } }) => {
      const after = input.cursor === undefined ? undefined : decodeDateCursor(input.cursor);
      const rows = await listExpenses(db.orm, owner.userId, { ...input, after });
      const page = pageOf(rows, input.limit, (row) => ({ key: row.expenseDate, id: row.id }));
      return listAnswerOf(page.rows.map(presentExpense), page.next);
    }),
    summary: summary
      .use(requireOwner)
      .handler(({ input, context: { owner } }) =>
        summarizeExpenses(db.orm, owner.userId, input.search),
      ),
    get: get
      .use(requireOwner)
      .handler(({ input, context: { owner } }) => readExpense(db.orm, owner.userId, input.id)),
    create: create
      .use(requireOwner)
      .handler(({ input, context: { owner, idempotencyKey } }) =>
        createExpense(services, owner.userId, input, idempotencyKey),
      ),
    update: update
      .use(requireOwner)
      .handler(({ input, context: { owner } }) => updateExpense(services, owner.userId, input)),
    delete: remove
      .use(requireOwner)
      .handler(({ input, context: { owner } }) => deleteExpense(services, owner.userId, input.id)),
    restore: restore
      .use(requireOwner)
      .handler(({ input, context: { owner } }) => restoreExpense(services, owner.userId, input.id)),
  };
}

import { api, requireOwner } from '../../platform/http/api-context.ts';
import type { Services } from '../../platform/http/services.ts';
import { decodeCursor, listAnswerOf, pageOf } from '../../platform/lists/cursor.ts';
import { createCustomer, readCustomer } from './create-customer.ts';
import { countCustomers, listCustomers } from './customer.store.ts';
import { deleteCustomer, restoreCustomer } from './delete-customer.ts';
import { presentCustomer } from './present-customer.ts';
import { updateCustomer } from './update-customer.ts';

export function customerRoutes(services: Services) {
  const { db } = services;
  const { list, count, get, create, update, delete: remove, restore } = api.customers;
  return {
    list: list.use(requireOwner).handler(async ({ input, context: { owner } }) => {
      const after = input.cursor === undefined ? undefined : decodeCursor(input.cursor);
      const rows = await listCustomers(db.orm, owner.userId, { ...input, after });
      const page = pageOf(rows, input.limit, (row) => ({ key: row.sortName, id: row.id }));
      return listAnswerOf(page.rows.map(presentCustomer), page.next);
    }),
    count: count.use(requireOwner).handler(async ({ input, context: { owner } }) => ({
      count: await countCustomers(db.orm, owner.userId, input.search),
    })),
    get: get
      .use(requireOwner)
      .handler(({ input, context: { owner } }) => readCustomer(db.orm, owner.userId, input.id)),
    create: create
      .use(requireOwner)
      .handler(({ input, context: { owner, idempotencyKey } }) =>
        createCustomer(services, owner.userId, input, idempotencyKey),
      ),
    update: update
      .use(requireOwner)
      .handler(({ input, context: { owner } }) => updateCustomer(services, owner.userId, input)),
    delete: remove
      .use(requireOwner)
      .handler(({ input, context: { owner } }) => deleteCustomer(services, owner.userId, input.id)),
    restore: restore
      .use(requireOwner)
      .handler(({ input, context: { owner } }) =>
        restoreCustomer(services, owner.userId, input.id),
      ),
  };
}

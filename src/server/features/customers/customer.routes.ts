import { ownerApi } from '../../platform/http/api-context.ts';
import type { Services } from '../../platform/http/services.ts';
import { decodeCursor, listAnswerOf, pageOf } from '../../platform/lists/cursor.ts';
import { createCustomer, readCustomer } from './create-customer.ts';
import { countCustomers, listCustomers } from './customer.store.ts';
import { deleteCustomer, restoreCustomer } from './delete-customer.ts';
import { presentCustomer } from './present-customer.ts';
import { updateCustomer } from './update-customer.ts';

export function customerRoutes(services: Services) {
  const { db, clock } = services;
  const { list, count, get, create, update, delete: remove, restore } = ownerApi.customers;
  return {
    list: list.handler(async ({ input, context: { actor } }) => {
      const after = input.cursor === undefined ? undefined : decodeCursor(input.cursor);
      const rows = await listCustomers(db.orm, actor.businessId, { ...input, after }, clock.now());
      const page = pageOf(rows, input.limit, (row) => ({ key: row.sortName, id: row.id }));
      return listAnswerOf(page.rows.map(presentCustomer), page.next);
    }),
    count: count.handler(async ({ input, context: { actor } }) => ({
      count: await countCustomers(db.orm, actor.businessId, input.search),
    })),
    get: get.handler(({ input, context: { actor } }) =>
      readCustomer(db.orm, actor.businessId, input.id, clock.now()),
    ),
    create: create.handler(({ input, context: { actor, idempotencyKey } }) =>
      createCustomer(services, actor.businessId, input, idempotencyKey),
    ),
    update: update.handler(({ input, context: { actor } }) =>
      updateCustomer(services, actor.businessId, input),
    ),
    delete: remove.handler(({ input, context: { actor } }) =>
      deleteCustomer(services, actor.businessId, input.id),
    ),
    restore: restore.handler(({ input, context: { actor } }) =>
      restoreCustomer(services, actor.businessId, input.id),
    ),
  };
}

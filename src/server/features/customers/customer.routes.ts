import { byId, byInput, ownerApi } from '../../platform/http/api-context.ts';
import type { Services } from '../../platform/http/services.ts';
import { toListAnswer } from '../../platform/lists/cursor.ts';
import {
  countCustomers,
  findSameCustomers,
  listCustomers,
  presentCustomer,
  readCustomer,
} from './customer.store.ts';
import { mergeCustomers, separateCustomer } from './merge-customers.ts';
import {
  checkDeletion,
  createCustomer,
  deleteCustomer,
  restoreCustomer,
  updateCustomer,
} from './save-customer.ts';

export function customerRoutes(services: Services) {
  const { db, clock } = services;
  const calls = ownerApi.customers;
  return {
    list: calls.list.handler(async ({ input, context: { actor } }) => {
      const { rows, next } = await listCustomers(db.orm, actor.businessId, input, clock.now());
      return toListAnswer(rows.map(presentCustomer), next);
    }),
    count: calls.count.handler(async ({ input, context: { actor } }) => ({
      count: await countCustomers(db.orm, actor.businessId, input.search),
    })),
    same: calls.same.handler(({ input, context: { actor } }) =>
      findSameCustomers(db.orm, actor.businessId, input),
    ),
    get: calls.get.handler(({ input, context: { actor } }) =>
      readCustomer(db.orm, actor.businessId, input.id, clock.now()),
    ),
    create: calls.create.handler(byInput(services, createCustomer)),
    update: calls.update.handler(byInput(services, updateCustomer)),
    delete: calls.delete.handler(byId(services, deleteCustomer)),
    checkDeletion: calls.checkDeletion.handler(byId(services, checkDeletion)),
    merge: calls.merge.handler(byInput(services, mergeCustomers)),
    separate: calls.separate.handler(byId(services, separateCustomer)),
    restore: calls.restore.handler(byId(services, restoreCustomer)),
  };
}

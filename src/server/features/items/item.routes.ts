import { byId, byInput, byPage, ownerApi } from '../../platform/http/api-context.ts';
import type { Services } from '../../platform/http/services.ts';
import { countItems, listItems, readItem } from './item.store.ts';
import { createItem, deleteItem, restoreItem, updateItem } from './save-item.ts';

export function itemRoutes(services: Services) {
  const { db } = services;
  const calls = ownerApi.items;
  return {
    list: calls.list.handler(byPage(db.orm, listItems)),
    count: calls.count.handler(async ({ input, context: { actor } }) => ({
      count: await countItems(db.orm, actor.businessId, input.search),
    })),
    get: calls.get.handler(byId(db.orm, readItem)),
    create: calls.create.handler(byInput(services, createItem)),
    update: calls.update.handler(byInput(services, updateItem)),
    delete: calls.delete.handler(byId(services, deleteItem)),
    restore: calls.restore.handler(byId(services, restoreItem)),
  };
}

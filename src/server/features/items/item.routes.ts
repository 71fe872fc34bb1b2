import { byId, byInput, ownerApi } from '../../platform/http/api-context.ts';
import type { Services } from '../../platform/http/services.ts';
import { toListAnswer } from '../../platform/lists/cursor.ts';
import { countItems, listItems, presentItem, readItem } from './item.store.ts';
import { createItem, deleteItem, restoreItem, updateItem } from './save-item.ts';

export function itemRoutes(services: Services) {
  const { db } = services;
  const calls = ownerApi.items;
  return {
    list: calls.list.handler(async ({ input, context: { actor } }) => {
      const { rows, next } = await listItems(db.orm, actor.businessId, input);
      return toListAnswer(rows.map(presentItem), next);
    }),
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

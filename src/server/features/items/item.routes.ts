import { ownerApi } from '../../platform/http/api-context.ts';
import type { Services } from '../../platform/http/services.ts';
import { decodeCursor, listAnswerOf, pageOf } from '../../platform/lists/cursor.ts';
import { countItems, findItem, listItems, presentItem } from './item.store.ts';
import { createItem, deleteItem, presentFound, restoreItem, updateItem } from './save-item.ts';

export function itemRoutes(services: Services) {
  const { db } = services;
  const { list, count, get, create, update, delete: remove, restore } = ownerApi.items;
  return {
    list: list.handler(async ({ input, context: { actor } }) => {
      const after = input.cursor === undefined ? undefined : decodeCursor(input.cursor);
      const rows = await listItems(db.orm, actor.businessId, { ...input, after });
      const page = pageOf(rows, input.limit, (row) => ({ key: row.sortName, id: row.id }));
      return listAnswerOf(page.rows.map(presentItem), page.next);
    }),
    count: count.handler(async ({ input, context: { actor } }) => ({
      count: await countItems(db.orm, actor.businessId, input.search),
    })),
    get: get.handler(async ({ input, context: { actor } }) =>
      presentFound(await findItem(db.orm, actor.businessId, input.id)),
    ),
    create: create.handler(({ input, context: { actor, idempotencyKey } }) =>
      createItem(services, actor.businessId, input, idempotencyKey),
    ),
    update: update.handler(({ input, context: { actor } }) =>
      updateItem(services, actor.businessId, input),
    ),
    delete: remove.handler(({ input, context: { actor } }) =>
      deleteItem(services, actor.businessId, input.id),
    ),
    restore: restore.handler(({ input, context: { actor } }) =>
      restoreItem(services, actor.businessId, input.id),
    ),
  };
}

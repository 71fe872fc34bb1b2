import { api, requireOwner } from '../../platform/http/api-context.ts';
import type { Services } from '../../platform/http/services.ts';
import { decodeCursor, listAnswerOf, pageOf } from '../../platform/lists/cursor.ts';
import { countItems, findItem, listItems, presentItem } from './item.store.ts';
import { createItem, deleteItem, presentFound, restoreItem, updateItem } from './save-item.ts';

export function itemRoutes(services: Services) {
  const { db } = services;
  const { list, count, get, create, update, delete: remove, restore } = api.items;
  return {
    list: list.use(requireOwner).handler(async ({ input, context: { owner } }) => {
      const after = input.cursor === undefined ? undefined : decodeCursor(input.cursor);
      const rows = await listItems(db.orm, owner.userId, { ...input, after });
      const page = pageOf(rows, input.limit, (row) => ({ key: row.sortName, id: row.id }));
      return listAnswerOf(page.rows.map(presentItem), page.next);
    }),
    count: count.use(requireOwner).handler(async ({ input, context: { owner } }) => ({
      count: await countItems(db.orm, owner.userId, input.search),
    })),
    get: get
      .use(requireOwner)
      .handler(async ({ input, context: { owner } }) =>
        presentFound(await findItem(db.orm, owner.userId, input.id)),
      ),
    create: create
      .use(requireOwner)
      .handler(({ input, context: { owner, idempotencyKey } }) =>
        createItem(services, owner.userId, input, idempotencyKey),
      ),
    update: update
      .use(requireOwner)
      .handler(({ input, context: { owner } }) => updateItem(services, owner.userId, input)),
    delete: remove
      .use(requireOwner)
      .handler(({ input, context: { owner } }) => deleteItem(services, owner.userId, input.id)),
    restore: restore
      .use(requireOwner)
      .handler(({ input, context: { owner } }) => restoreItem(services, owner.userId, input.id)),
  };
}

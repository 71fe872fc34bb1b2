import { NEWEST_NOTIFICATIONS } from '../../../shared/notifications/notification.contract.ts';
import { api, requireActor } from '../../platform/http/api-context.ts';
import type { Services } from '../../platform/http/services.ts';
import { decodeCursor, listAnswerOf, pageOf } from '../../platform/lists/cursor.ts';
import { countUnread, listNotifications } from './notification.store.ts';
import { readAllNotifications, readNotification } from './read-notifications.ts';

export function notificationRoutes({ db }: Pick<Services, 'db'>) {
  const { list, unreadCount, read, readAll } = api.notifications;
  return {
    list: list.use(requireActor).handler(async ({ input, context: { actor } }) => {
      const limit = input.limit ?? NEWEST_NOTIFICATIONS;
      const before = input.cursor === undefined ? undefined : decodeCursor(input.cursor).id;
      const rows = await listNotifications(db.orm, actor.businessId, { limit: limit + 1, before });
      const page = pageOf(rows, limit, ({ id }) => ({ key: '', id }));
      return listAnswerOf(page.rows, page.next);
    }),
    unreadCount: unreadCount.use(requireActor).handler(async ({ context: { actor } }) => ({
      count: await countUnread(db.orm, actor.businessId),
    })),
    read: read
      .use(requireActor)
      .handler(({ input, context: { actor } }) => readNotification(db, actor.businessId, input.id)),
    readAll: readAll
      .use(requireActor)
      .handler(({ context: { actor } }) => readAllNotifications(db, actor.businessId)),
  };
}

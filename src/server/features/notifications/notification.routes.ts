import { NEWEST_NOTIFICATIONS } from '../../../shared/notifications/notification.contract.ts';
import { api, requireOwner } from '../../platform/http/api-context.ts';
import type { Services } from '../../platform/http/services.ts';
import { decodeCursor, listAnswerOf, pageOf } from '../../platform/lists/cursor.ts';
import { countUnread, listNotifications } from './notification.store.ts';
import { readAllNotifications, readNotification } from './read-notifications.ts';

export function notificationRoutes({ db }: Pick<Services, 'db'>) {
  const { list, unreadCount, read, readAll } = api.notifications;
  return {
    list: list.use(requireOwner).handler(async ({ input, context: { owner } }) => {
      const limit = input.limit ?? NEWEST_NOTIFICATIONS;
      const before = input.cursor === undefined ? undefined : decodeCursor(input.cursor).id;
      const rows = await listNotifications(db.orm, owner.userId, { limit: limit + 1, before });
      const page = pageOf(rows, limit, ({ id }) => ({ key: '', id }));
      return listAnswerOf(page.rows, page.next);
    }),
    unreadCount: unreadCount.use(requireOwner).handler(async ({ context: { owner } }) => ({
      count: await countUnread(db.orm, owner.userId),
    })),
    read: read
      .use(requireOwner)
      .handler(({ input, context: { owner } }) => readNotification(db, owner.userId, input.id)),
    readAll: readAll
      .use(requireOwner)
      .handler(({ context: { owner } }) => readAllNotifications(db, owner.userId)),
  };
}

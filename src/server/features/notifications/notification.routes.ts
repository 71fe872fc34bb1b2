import { NEWEST_NOTIFICATIONS } from '../../../shared/notifications/notification.contract.ts';
import { byId, ownerApi } from '../../platform/http/api-context.ts';
import type { Services } from '../../platform/http/services.ts';
import { cutPage, decodeCursor, toListAnswer } from '../../platform/lists/cursor.ts';
import { countUnread, listNotifications } from './notification.store.ts';
import { readAllNotifications, readNotification } from './read-notifications.ts';

export function notificationRoutes({ db }: Pick<Services, 'db'>) {
  const { list, unreadCount, read, readAll } = ownerApi.notifications;
  return {
    list: list.handler(async ({ input, context: { actor } }) => {
      const limit = input.limit ?? NEWEST_NOTIFICATIONS;
      const before = input.cursor === undefined ? undefined : decodeCursor(input.cursor).id;
      const rows = await listNotifications(db.orm, actor.businessId, { limit: limit + 1, before });
      const page = cutPage(rows, limit, ({ id }) => ({ key: '', id }));
      return toListAnswer(page.rows, page.next);
    }),
    unreadCount: unreadCount.handler(async ({ context: { actor } }) => ({
      count: await countUnread(db.orm, actor.businessId),
    })),
    read: read.handler(byId(db, readNotification)),
    readAll: readAll.handler(({ context: { actor } }) =>
      readAllNotifications(db, actor.businessId),
    ),
  };
}

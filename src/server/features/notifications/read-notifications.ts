import { notFound } from '../../../shared/errors/app-error.ts';
import type { Notification } from '../../../shared/notifications/notification.contract.ts';
import type { Database } from '../../db/database.ts';
import { withTransaction } from '../../db/with-transaction.ts';
import { announce } from '../../platform/live/live-bus.ts';
import { findNotification, lockNotification, markAllRead, markRead } from './notification.store.ts';

/**
 * Marks one read; the owner's other tabs are told. Read already, it stays so.
 * @throws AppError NOT_FOUND for a missing or foreign one alike
 */
export function readNotification(
  db: Pick<Database, 'pool'>,
  businessId: string,
  id: number,
): Promise<Notification> {
  return withTransaction(db, async (tx) => {
    const before = await lockNotification(tx, businessId, id);
    if (!before) throw notFound('Notification');
    if (!before.isRead) {
      await markRead(tx, businessId, id);
      await announce(tx, [{ businessId }]);
    }
    const notification = await findNotification(tx, businessId, id);
    if (!notification) throw notFound('Notification');
    return notification;
  });
}

/** Marks all read. @returns how many were unread until now */
export function readAllNotifications(
  db: Pick<Database, 'pool'>,
  businessId: string,
): Promise<{ count: number }> {
  return withTransaction(db, async (tx) => {
    const count = await markAllRead(tx, businessId);
    if (count > 0) await announce(tx, [{ businessId }]);
    return { count };
  });
}

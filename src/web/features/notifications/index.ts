export { useNotificationSocket } from './use-notification-socket.ts';
export { useNewDay, useNews, useUnreadCount } from './use-notifications.ts';

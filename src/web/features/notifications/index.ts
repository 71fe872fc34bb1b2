export { useNewDay, useNews, useNotificationSocket, useUnreadCount } from './use-notifications.ts';

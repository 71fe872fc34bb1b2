export { NotificationPanel } from './notification-panel.tsx';
export { useNewDay, useNews, useNotificationSocket, useUnreadCount } from './use-notifications.ts';

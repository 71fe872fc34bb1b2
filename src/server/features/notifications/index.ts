export { notificationRoutes } from './notification.routes.ts';
export { registerNotificationSocket } from './notification-socket.ts';
export { notifyOwner } from './notify-owner.ts';

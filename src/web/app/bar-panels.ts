/** What the bars open, fetched after the first paint. */
export { NotificationPanel } from '../features/notifications/notification-panel.tsx';
export { AccountPanel } from './account-panel.tsx';
export { MenuSheet } from './menu-sheet.tsx';

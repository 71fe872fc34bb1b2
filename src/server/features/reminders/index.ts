export { reminderRoutes } from './reminder.routes.ts';
export { sendReminders } from './send-reminders.job.ts';

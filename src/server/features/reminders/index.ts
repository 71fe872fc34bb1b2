export { listPlannedReminders } from './plan-reminders.ts';
export { reminderRoutes } from './reminder.routes.ts';
export { sendReminders } from './send-reminders.job.ts';

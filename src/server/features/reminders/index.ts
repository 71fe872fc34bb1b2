export { noteAsked } from './note-asked.ts';
export { listPlannedReminders } from './plan-reminders.ts';
export { isDisputed, pausedUntil } from './reminder.store.ts';
export { reminderRoutes } from './reminder.routes.ts';
export { sendReminders } from './send-reminders.job.ts';

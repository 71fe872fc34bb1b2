import { byId, byInput, ownerApi } from '../../platform/http/api-context.ts';
import type { Services } from '../../platform/http/services.ts';
import { changeReminder } from './change-reminder.ts';
import { pauseReminders, resumeReminders } from './pause-reminders.ts';
import { previewReminder } from './preview-reminder.ts';
import { readInvoiceReminders } from './read-reminders.ts';
import { readReminderSettings, saveReminderSettings } from './save-reminder-settings.ts';

export function reminderRoutes(services: Services) {
  const { db, clock } = services;
  const calls = ownerApi.reminders;
  return {
    settings: calls.settings.handler(({ context: { actor } }) =>
      readReminderSettings(db.orm, actor.businessId),
    ),
    saveSettings: calls.saveSettings.handler(byInput(services, saveReminderSettings)),
    preview: calls.preview.handler(byInput(services, previewReminder)),
    ofInvoice: calls.ofInvoice.handler(({ input, context: { actor } }) =>
      readInvoiceReminders(db.orm, actor.businessId, input.id, clock.now()),
    ),
    pause: calls.pause.handler(byInput(services, pauseReminders)),
    change: calls.change.handler(byInput(services, changeReminder)),
    resume: calls.resume.handler(byId(services, resumeReminders)),
  };
}

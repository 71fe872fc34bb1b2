import { byId, byInput, byPage, ownerApi } from '../../platform/http/api-context.ts';
import type { Services } from '../../platform/http/services.ts';
import {
  pauseRecurring,
  resumeRecurring,
  runRecurring,
  skipOccurrence,
} from './change-recurring.ts';
import { moveOccurrence } from './move-occurrence.ts';
import { listRecurring, readRecurring, summarizeRecurring } from './read-recurring.ts';
import {
  createRecurring,
  deleteRecurring,
  restoreRecurring,
  updateRecurring,
} from './save-recurring.ts';

export function recurringRoutes(services: Services) {
  const { db, clock } = services;
  const calls = ownerApi.recurring;
  return {
    list: calls.list.handler(byPage(db.orm, listRecurring)),
    summary: calls.summary.handler(byInput(db.orm, summarizeRecurring)),
    get: calls.get.handler(({ input, context: { actor } }) =>
      readRecurring(db.orm, actor.businessId, input.id, clock.now()),
    ),
    create: calls.create.handler(byInput(services, createRecurring)),
    update: calls.update.handler(byInput(services, updateRecurring)),
    delete: calls.delete.handler(byId(services, deleteRecurring)),
    restore: calls.restore.handler(byId(services, restoreRecurring)),
    pause: calls.pause.handler(byId(services, pauseRecurring)),
    resume: calls.resume.handler(byInput(services, resumeRecurring)),
    skip: calls.skip.handler(byInput(services, skipOccurrence)),
    move: calls.move.handler(byInput(services, moveOccurrence)),
    run: calls.run.handler(byInput(services, runRecurring)),
  };
}

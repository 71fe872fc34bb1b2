import { api, requireOwner } from '../../../platform/http/api-context.ts';
import type { Services } from '../../../platform/http/services.ts';
import { listAnswerOf } from '../../../platform/lists/cursor.ts';
import { sendInvoice } from '../send-invoice.ts';
import { listEmails, readEmail } from './read-emails.ts';
import { retryEmail } from './retry-email.ts';

export function emailRoutes(services: Services) {
  const { db } = services;
  const calls = api.emails;
  return {
    send: calls.send
      .use(requireOwner)
      .handler(({ input, context: { owner, idempotencyKey } }) =>
        sendInvoice(services, owner.userId, input, idempotencyKey),
      ),
    retry: calls.retry
      .use(requireOwner)
      .handler(({ input, context: { owner } }) => retryEmail(services, owner.userId, input.id)),
    list: calls.list.use(requireOwner).handler(async ({ input, context: { owner } }) => {
      const { emails, next } = await listEmails(db.orm, owner.userId, input);
      return listAnswerOf(emails, next);
    }),
    get: calls.get
      .use(requireOwner)
      .handler(({ input, context: { owner } }) => readEmail(db.orm, owner.userId, input.id)),
  };
}

import type { Transaction } from '../../db/database.ts';
import { api, requireOwner } from '../../platform/http/api-context.ts';
import type { Services } from '../../platform/http/services.ts';
import { readSender } from './read-sender.ts';
import { checkDomain, setDomain } from './verify-domain.ts';

/** @param onProven lets the messages go that waited for the proof */
export function senderRoutes(
  services: Services,
  onProven: (tx: Transaction, userId: string, now: Date) => Promise<void>,
) {
  const calls = api.sender;
  return {
    get: calls.get
      .use(requireOwner)
      .handler(({ input, context: { owner } }) =>
        readSender(services, services.db.orm, owner.userId, input.to),
      ),
    setDomain: calls.setDomain
      .use(requireOwner)
      .handler(({ input, context: { owner } }) => setDomain(services, owner.userId, input)),
    checkDomain: calls.checkDomain
      .use(requireOwner)
      .handler(({ context: { owner } }) => checkDomain(services, owner.userId, onProven)),
  };
}

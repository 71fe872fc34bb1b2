import type { Transaction } from '../../db/database.ts';
import { api, requireActor } from '../../platform/http/api-context.ts';
import type { Services } from '../../platform/http/services.ts';
import { readSender } from './read-sender.ts';
import { checkDomain, setDomain } from './verify-domain.ts';

/** @param onProven lets the messages go that waited for the proof */
export function senderRoutes(
  services: Services,
  onProven: (tx: Transaction, businessId: string, now: Date) => Promise<void>,
) {
  const calls = api.sender;
  return {
    get: calls.get
      .use(requireActor)
      .handler(({ input, context: { actor } }) =>
        readSender(services, services.db.orm, actor.businessId, input.to),
      ),
    setDomain: calls.setDomain
      .use(requireActor)
      .handler(({ input, context: { actor } }) => setDomain(services, actor.businessId, input)),
    checkDomain: calls.checkDomain
      .use(requireActor)
      .handler(({ context: { actor } }) => checkDomain(services, actor.businessId, onProven)),
  };
}

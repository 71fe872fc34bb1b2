import type { Transaction } from '../../db/database.ts';
import { byInput, ownerApi } from '../../platform/http/api-context.ts';
import type { Services } from '../../platform/http/services.ts';
import { readSender } from './read-sender.ts';
import { checkDomain, setDomain } from './verify-domain.ts';

/** @param onProven lets the messages go that waited for the proof */
export function senderRoutes(
  services: Services,
  onProven: (tx: Transaction, businessId: string, now: Date) => Promise<void>,
) {
  const calls = ownerApi.sender;
  return {
    get: calls.get.handler(({ input, context: { actor } }) =>
      readSender(services, services.db.orm, actor.businessId, input.to),
    ),
    setDomain: calls.setDomain.handler(byInput(services, setDomain)),
    checkDomain: calls.checkDomain.handler(({ context: { actor } }) =>
      checkDomain(services, actor.businessId, onProven),
    ),
  };
}

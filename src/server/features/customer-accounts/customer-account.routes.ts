import { byId, ownerApi } from '../../platform/http/api-context.ts';
import type { Services } from '../../platform/http/services.ts';
import { STATEMENTS_OF_AN_OWNER } from '../../platform/limits/limit-rules.ts';
import { readCustomerAccount } from './read-account.ts';
import { readStatement } from './read-statement.ts';

export function customerAccountRoutes(services: Services) {
  const calls = ownerApi.customerAccounts;
  const { limits } = services;
  return {
    get: calls.get.handler(byId(services, readCustomerAccount)),
    statement: calls.statement.handler(async ({ input, context: { actor } }) => {
      await limits.count(`statement ${actor.businessId}`, STATEMENTS_OF_AN_OWNER, 'statements');
      return readStatement(services, actor.businessId, input);
    }),
  };
}

import { byId, ownerApi } from '../../platform/http/api-context.ts';
import type { Services } from '../../platform/http/services.ts';
import {
  MAILED_STATEMENTS_OF_AN_OWNER,
  STATEMENTS_OF_AN_OWNER,
} from '../../platform/limits/limit-rules.ts';
import { sendStatement } from './mailed-statements.ts';
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
    sendStatement: calls.sendStatement.handler(async ({ input, context }) => {
      const { businessId } = context.actor;
      await limits.count(
        `mail statement ${businessId}`,
        MAILED_STATEMENTS_OF_AN_OWNER,
        'statements',
      );
      return sendStatement(services, businessId, input, context.idempotencyKey);
    }),
  };
}

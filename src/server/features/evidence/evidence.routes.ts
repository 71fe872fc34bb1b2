import { ownerApi } from '../../platform/http/api-context.ts';
import { atMostForEach } from '../../platform/http/at-most.ts';
import type { Services } from '../../platform/http/services.ts';
import { VERIFICATIONS_OF_AN_OWNER } from '../../platform/limits/limit-rules.ts';
import { verifyBusiness } from './verify-business.ts';

/** Versions of thousands of lines take seconds to be read: a business waits for its own. */
const verifyingTurn = atMostForEach(1);

export function evidenceRoutes(services: Pick<Services, 'db' | 'limits' | 'files'>) {
  return {
    verify: ownerApi.revisions.verify.handler(async ({ input, context: { actor } }) => {
      const { businessId } = actor;
      const scope = input.id === undefined ? 'all' : 'one';
      const rule = VERIFICATIONS_OF_AN_OWNER[scope];
      await services.limits.count(`verify ${scope} ${businessId}`, rule, 'checks');
      return verifyingTurn(`${scope} ${businessId}`, () =>
        verifyBusiness(services, businessId, input),
      );
    }),
  };
}

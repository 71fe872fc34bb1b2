import { ownerApi } from '../../platform/http/api-context.ts';
import type { Services } from '../../platform/http/services.ts';
import { SEARCHES_OF_AN_OWNER } from '../../platform/limits/limit-rules.ts';
import { findEverything } from './find-everything.ts';

export function searchRoutes({ db, limits, clock }: Pick<Services, 'db' | 'limits' | 'clock'>) {
  return {
    find: ownerApi.search.find.handler(async ({ input, context: { actor } }) => {
      await limits.count(`search ${actor.businessId}`, SEARCHES_OF_AN_OWNER, 'searches');
      return findEverything(db.orm, actor.businessId, input.q, clock.now());
    }),
  };
}

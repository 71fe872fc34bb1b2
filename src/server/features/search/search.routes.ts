import { api, requireOwner } from '../../platform/http/api-context.ts';
import type { Services } from '../../platform/http/services.ts';
import { SEARCHES_OF_AN_OWNER } from '../../platform/limits/limit-rules.ts';
import { findEverything } from './find-everything.ts';

export function searchRoutes({ db, limits }: Pick<Services, 'db' | 'limits'>) {
  return {
    find: api.search.find.use(requireOwner).handler(async ({ input, context: { owner } }) => {
      await limits.count(`search ${owner.userId}`, SEARCHES_OF_AN_OWNER, 'searches');
      return findEverything(db.orm, owner.userId, input.q);
    }),
  };
}

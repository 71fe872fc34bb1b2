import { api, requireOwner } from '../../platform/http/api-context.ts';
import type { Services } from '../../platform/http/services.ts';
import { findEverything } from './find-everything.ts';

export function searchRoutes({ db }: Pick<Services, 'db'>) {
  return {
    find: api.search.find
      .use(requireOwner)
      .handler(({ input, context: { owner } }) => findEverything(db.orm, owner.userId, input.q)),
  };
}

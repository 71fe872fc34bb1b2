import { ownerApi } from '../../platform/http/api-context.ts';
import type { Services } from '../../platform/http/services.ts';
import { requireAdmin } from '../accounts/index.ts';

export function jobRoutes({ env, jobs }: Pick<Services, 'env' | 'jobs'>) {
  return {
    list: ownerApi.jobs.list.handler(async ({ context: { actor } }) => {
      requireAdmin(env, actor);
      return { queues: await jobs.report() };
    }),
  };
}

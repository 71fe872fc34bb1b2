import { ownerApi } from '../../platform/http/api-context.ts';
import type { Services } from '../../platform/http/services.ts';
import { readDashboard } from './read-dashboard.ts';

export function dashboardRoutes(services: Pick<Services, 'db' | 'clock'>) {
  return {
    get: ownerApi.dashboard.get.handler(({ context: { actor } }) =>
      readDashboard(services, actor.businessId),
    ),
  };
}

import { DashboardView, dashboardQuery } from '../features/dashboard/dashboard-view.tsx';
import type { Preload } from '../lib/preload.ts';

export { DashboardView as Component };

export const preload: Preload = (client) => client.prefetchQuery(dashboardQuery);

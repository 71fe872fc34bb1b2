import { useQuery } from '@tanstack/react-query';
import { orpc } from '../../lib/api.ts';

/** Customers pay and days pass without anybody here doing anything: after this it is read again. */
const FRESH_FOR = 30_000;

/** The figures of the dashboard: shown as last known while newer ones are on their way. */
export function useDashboard() {
  return useQuery(orpc.dashboard.get.queryOptions({ staleTime: FRESH_FOR }));
}

import { useQuery } from '@tanstack/react-query';
import { orpc } from '../lib/api.ts';

/** How many invoices are overdue; 0 while it is not known. */
export function useOverdueCount(): number {
  const { data } = useQuery(orpc.invoices.summary.queryOptions({ input: {} }));
  return data?.overdue.count ?? 0;
}

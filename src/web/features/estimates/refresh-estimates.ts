/** What is read again after an estimate was written. */
import type { QueryClient } from '@tanstack/react-query';
import type { EstimateDetail } from '../../../shared/estimates/estimate.contract.ts';
import { orpc } from '../../lib/api.ts';
import { refreshFigures } from '../../lib/refresh-figures.ts';

/** The estimate as it is now, where it is known; its lists and sums are read again. */
export function refreshEstimates(client: QueryClient, saved?: EstimateDetail): void {
  if (saved) {
    const key = orpc.estimates.get.queryKey({ input: { id: saved.id } });
    client.setQueryData(key, saved);
  }
  for (const calls of [orpc.estimates.list, orpc.estimates.summary]) {
    void client.invalidateQueries({ queryKey: calls.key() });
  }
  refreshFigures(client);
}

/** An invoice was made of one: everything that shows invoices, and the trial that counts them. */
export function refreshAfterConversion(client: QueryClient): void {
  for (const calls of [orpc.estimates, orpc.invoices, orpc.customers, orpc.account]) {
    void client.invalidateQueries({ queryKey: calls.key() });
  }
  refreshFigures(client);
}

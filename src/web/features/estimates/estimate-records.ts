import type { QueryClient } from '@tanstack/react-query';
import { keepPreviousData } from '@tanstack/react-query';
import { ESTIMATE_STATUSES } from '../../../shared/estimates/estimate-status.ts';
import { estimatePicture } from '../../documents/detail/document-queries.ts';
import { documentRecords } from '../../documents/records/document-records.ts';
import { orpc } from '../../lib/api.ts';
import { refreshFigures } from '../../lib/refresh-figures.ts';
import { pageOptions } from '../../lib/use-pages.ts';

export const estimateRecords = documentRecords({
  kind: 'estimate',
  title: 'Estimate',
  statuses: ESTIMATE_STATUSES,
  calls: orpc.estimates,
  queries: ({ sort, ...filter }) => ({
    pages: pageOptions(orpc.estimates.list, { ...filter, ...(sort && { sort }) }),
    summary: orpc.estimates.summary.queryOptions({
      input: filter,
      placeholderData: keepPreviousData,
    }),
  }),
  facts: ({ estimateNumber, currency, total, expiryDate }) => ({
    number: estimateNumber,
    amount: total,
    currency,
    date: expiryDate,
  }),
  picture: estimatePicture,
});

/** An invoice was made of one: everything that shows invoices, and the trial that counts them. */
export function refreshAfterConversion(client: QueryClient): void {
  for (const calls of [orpc.estimates, orpc.invoices, orpc.customers, orpc.account]) {
    void client.invalidateQueries({ queryKey: calls.key() });
  }
  refreshFigures(client);
}

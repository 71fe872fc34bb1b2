import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import type { InvoiceStatus } from '../../../../shared/invoices/invoice-status.ts';
import { orpc } from '../../../lib/api.ts';
import { pageOptions } from '../../../lib/use-pages.ts';

export type StatusFilter = 'all' | InvoiceStatus;

const PAGE = 50;

/** Invoices of a filter and a search, page by page; and the counts and sums for the search. */
export function useInvoiceList(status: StatusFilter, search: string) {
  const searched = search === '' ? {} : { search };
  const filter = { ...(status === 'all' ? {} : { status }), ...searched };
  const list = useInfiniteQuery(pageOptions(orpc.invoices.list, filter, PAGE));
  const summary = useQuery(
    orpc.invoices.summary.queryOptions({ input: searched, placeholderData: keepPreviousData }),
  );
  return { list, summary: summary.data };
}

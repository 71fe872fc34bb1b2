import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import type { InvoiceStatus } from '../../../../shared/invoices/invoice-status.ts';
import { orpc } from '../../../lib/api.ts';
import { buildFilter, pageOptions } from '../../../lib/use-pages.ts';

export type StatusFilter = 'all' | InvoiceStatus;

const PAGE = 50;

/** Invoices of a filter and a search, page by page; and the counts and sums for the search. */
export function invoiceListQueries(status: StatusFilter, search: string) {
  const searched = buildFilter(search);
  const filter = { ...(status === 'all' ? {} : { status }), ...searched };
  return {
    list: pageOptions(orpc.invoices.list, filter, PAGE),
    summary: orpc.invoices.summary.queryOptions({
      input: searched,
      placeholderData: keepPreviousData,
    }),
  };
}

export function useInvoiceList(status: StatusFilter, search: string) {
  const queries = invoiceListQueries(status, search);
  const list = useInfiniteQuery(queries.list);
  const { data: summary } = useQuery(queries.summary);
  return { list, summary };
}

import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import type { InvoiceStatus } from '../../../../shared/invoices/invoice-status.ts';
import type { SortOf } from '../../../../shared/lists/list-sorts.ts';
import type { ListFilter } from '../../../documents/filter/list-filter.ts';
import { orpc } from '../../../lib/api.ts';
import { buildFilter, pageOptions } from '../../../lib/use-pages.ts';

export type StatusFilter = 'all' | InvoiceStatus;
export type InvoiceFilter = ListFilter<SortOf<'invoice'>>;

const PAGE = 50;

/** Invoices of a status, a search and a filter, page by page; and the counts and sums of all statuses. */
export function invoiceListQueries(status: StatusFilter, search: string, filter: InvoiceFilter) {
  const { sort, ...narrowing } = filter;
  const searched = { ...buildFilter(search), ...narrowing };
  const asked = { ...(status === 'all' ? {} : { status }), ...searched, ...(sort && { sort }) };
  return {
    list: pageOptions(orpc.invoices.list, asked, PAGE),
    summary: orpc.invoices.summary.queryOptions({
      input: searched,
      placeholderData: keepPreviousData,
    }),
  };
}

export function useInvoiceList(status: StatusFilter, search: string, filter: InvoiceFilter) {
  const queries = invoiceListQueries(status, search, filter);
  const list = useInfiniteQuery(queries.list);
  const { data: summary } = useQuery(queries.summary);
  return { list, summary };
}

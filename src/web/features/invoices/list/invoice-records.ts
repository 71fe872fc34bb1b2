import { keepPreviousData } from '@tanstack/react-query';
import type { InvoiceFilter } from '../../../../shared/invoices/invoice-status.ts';
import { INVOICE_STATUSES } from '../../../../shared/invoices/invoice-status.ts';
import type { SortOf } from '../../../../shared/lists/list-sorts.ts';
import type { ListFilter } from '../../../documents/filter/list-filter.ts';
import { orpc } from '../../../lib/api.ts';
import { buildFilter, pageOptions } from '../../../lib/use-pages.ts';

const STATUSES = [...INVOICE_STATUSES, 'written_off'] as const;
export type ListedStatus = (typeof STATUSES)[number];
export type StatusFilter = 'all' | ListedStatus;

/** By what the calls know a filter: what was written off stands beside 'Paid', and not in it. */
export const toCallFilter = (status: StatusFilter): InvoiceFilter =>
  status === 'paid' ? 'paid_or_credited' : status;

const PAGE = 50;

export const invoiceRecords = {
  kind: 'invoice' as const,
  statuses: STATUSES,
  /** Invoices of a status, a search and a filter, page by page; and the counts and sums of all statuses. */
  list(status: StatusFilter, search: string, filter: ListFilter<SortOf<'invoice'>>) {
    const { sort, ...narrowing } = filter;
    const searched = { ...buildFilter(search), ...narrowing };
    const asked = {
      ...(status === 'all' ? {} : { status: toCallFilter(status) }),
      ...searched,
      ...(sort && { sort }),
    };
    return {
      pages: pageOptions(orpc.invoices.list, asked, PAGE),
      summary: orpc.invoices.summary.queryOptions({
        input: searched,
        placeholderData: keepPreviousData,
      }),
    };
  },
};

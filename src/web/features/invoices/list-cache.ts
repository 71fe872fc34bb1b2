/** Invoice lists in the cache, changed in place: a list of thousands is not read again for a row. */
import type { InfiniteData } from '@tanstack/react-query';
import type { InvoiceFilter } from '../../../shared/invoices/invoice-status.ts';
import type { Invoice } from '../../../shared/invoices/invoice.contract.ts';
import type { ListPage } from '../../lib/list-pages.ts';

export type InvoicePages = InfiniteData<ListPage<Invoice>, string | undefined>;

/** The status filter in a list's query key; 'all' when it has none. */
export function statusOfKey(queryKey: readonly unknown[]): InvoiceFilter {
  const options = queryKey[1] as { input?: { status?: InvoiceFilter } } | undefined;
  return options?.input?.status ?? 'all';
}

const PLAIN = new Set(['limit', 'cursor', 'status']);

/** Whether a list's query key names more than a status: a search, a filter or an order. */
export function isNarrowedKey(queryKey: readonly unknown[]): boolean {
  const options = queryKey[1] as { input?: object } | undefined;
  return Object.keys(options?.input ?? {}).some((name) => !PLAIN.has(name));
}

/** Whether a list under a filter holds an invoice. */
export function isListedUnder(
  filter: InvoiceFilter,
  { status, standing }: Pick<Invoice, 'status' | 'standing'>,
): boolean {
  switch (filter) {
    case 'all':
      return true;
    case 'unpaid':
      return standing === 'sent' || standing === 'overdue';
    case 'paid_or_credited':
      return standing === 'paid' || standing === 'refunded' || standing === 'credited';
    case 'written_off':
      return standing === 'written_off';
    default:
      return status === filter;
  }
}

function mapped(data: InvoicePages, change: (rows: Invoice[]) => Invoice[]): InvoicePages {
  let touched = false;
  const pages = data.pages.map((page) => {
    const body = change(page.body);
    touched ||= body !== page.body;
    return body === page.body ? page : { ...page, body };
  });
  return touched ? { ...data, pages } : data;
}

/** The list without these invoices. */
export function withoutInvoices(data: InvoicePages, ids: ReadonlySet<number>): InvoicePages {
  return mapped(data, (rows) =>
    rows.some((row) => ids.has(row.id)) ? rows.filter((row) => !ids.has(row.id)) : rows,
  );
}

/** The list with the newer state of an invoice that is in it; one that the filter excludes leaves. */
export function withInvoice(
  data: InvoicePages,
  invoice: Invoice,
  filter: InvoiceFilter,
): InvoicePages {
  if (!isListedUnder(filter, invoice)) {
    return withoutInvoices(data, new Set([invoice.id]));
  }
  return mapped(data, (rows) =>
    rows.some((row) => row.id === invoice.id)
      ? rows.map((row) => (row.id === invoice.id ? { ...row, ...invoice } : row))
      : rows,
  );
}

/** Only the first page, to be read again: what is new stands there. */
export function firstPage(data: InvoicePages): InvoicePages {
  return { pages: data.pages.slice(0, 1), pageParams: data.pageParams.slice(0, 1) };
}

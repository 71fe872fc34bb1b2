import type { QueryClient } from '@tanstack/react-query';
import { hashKey } from '@tanstack/react-query';
import type { InvoiceFilter } from '../../../shared/invoices/invoice-status.ts';
import type { Invoice, InvoiceDetail } from '../../../shared/invoices/invoice.contract.ts';
import { orpc } from '../../lib/api.ts';
/** What is read again, or changed in place, after an invoice was written. */
import { keepAnswer } from '../../lib/keep-answer.ts';
import { refreshFigures } from '../../lib/refresh-figures.ts';
import type { InvoicePages } from './list-cache.ts';
import {
  firstPage,
  isNarrowedKey,
  statusOfKey,
  withInvoice,
  withoutInvoices,
} from './list-cache.ts';

const listKey = () => orpc.invoices.list.key();

/** Sums, trial count and the like: small answers that any change may touch. */
function refreshSums(client: QueryClient): void {
  void client.invalidateQueries({ queryKey: orpc.invoices.summary.key() });
  void client.invalidateQueries({ queryKey: orpc.customers.key() });
  void client.invalidateQueries({ queryKey: orpc.reminders.ofInvoice.key() });
  void client.invalidateQueries({ queryKey: orpc.payments.charge.key() });
  refreshFigures(client);
  // Lists that nobody looks at begin anew when somebody does.
  client.removeQueries({ queryKey: listKey(), type: 'inactive' });
}

function changeLists(
  client: QueryClient,
  change: (data: InvoicePages, filter: InvoiceFilter) => InvoicePages,
): void {
  for (const query of client.getQueryCache().findAll({ queryKey: listKey() })) {
    client.setQueryData<InvoicePages>(query.queryKey, (data) =>
      data && Array.isArray(data.pages) ? change(data, statusOfKey(query.queryKey)) : data,
    );
  }
}

export function refreshAfterCreate(client: QueryClient, invoice: InvoiceDetail): void {
  keepDetail(client, invoice);
  refreshSums(client);
  changeLists(client, firstPage);
  void client.invalidateQueries({ queryKey: listKey() });
  void client.invalidateQueries({ queryKey: orpc.invoices.nextNumber.key() });
  // The free trial counts created invoices.
  void client.invalidateQueries({ queryKey: orpc.account.key() });
}

export function refreshAfterChange(client: QueryClient, invoice: InvoiceDetail): void {
  keepDetail(client, invoice);
  refreshSums(client);
  const { lineItems: _lines, payments: _payments, history: _history, ...row } = invoice;
  changeLists(client, (data, status) => withInvoice(data, row satisfies Invoice, status));
  // Whether a filter still finds it, and where it stands in another order, the server says.
  void client.invalidateQueries({
    queryKey: listKey(),
    predicate: ({ queryKey }) => isNarrowedKey(queryKey),
  });
  // What was paid for several together is the others', too.
  if (invoice.payments.some(({ partAmount }) => partAmount !== null)) {
    const own = hashKey(detailKey(invoice.id));
    void client.invalidateQueries({
      queryKey: orpc.invoices.get.key(),
      predicate: ({ queryHash }) => queryHash !== own,
    });
    void client.invalidateQueries({ queryKey: orpc.payments.key() });
  }
}

/** Something about this invoice has changed elsewhere: what shows it is read again. */
export function refreshInvoice(client: QueryClient, id: number): void {
  void client.invalidateQueries({ queryKey: detailKey(id) });
  void client.invalidateQueries({ queryKey: listKey() });
  refreshSums(client);
}

/** A payment, or what it settles, has changed: what any of these invoices owes is read again. */
export function refreshAccount(client: QueryClient, invoiceIds: Iterable<number>): void {
  for (const id of invoiceIds) void client.invalidateQueries({ queryKey: detailKey(id) });
  void client.invalidateQueries({ queryKey: listKey() });
  void client.invalidateQueries({ queryKey: orpc.payments.key() });
  refreshSums(client);
}

/** @returns puts the rows back where they were, for Undo */
export function refreshAfterDelete(client: QueryClient, ids: readonly number[]): () => void {
  const before = client.getQueriesData<InvoicePages>({ queryKey: listKey(), type: 'active' });
  const gone = new Set(ids);
  changeLists(client, (data) => withoutInvoices(data, gone));
  refreshSums(client);
  for (const id of ids) {
    client.removeQueries({ queryKey: detailKey(id), type: 'inactive' });
  }
  return () => {
    for (const [key, data] of before) client.setQueryData(key, data);
    refreshSums(client);
    // A list that was opened since, such as after a deletion on the invoice's own page, lacks them.
    const put = new Set(before.map(([key]) => hashKey(key)));
    void client.invalidateQueries({
      queryKey: listKey(),
      predicate: ({ queryHash }) => !put.has(queryHash),
    });
  };
}

export function detailKey(id: number) {
  return orpc.invoices.get.queryKey({ input: { id } });
}

function keepDetail(client: QueryClient, invoice: InvoiceDetail): void {
  keepAnswer(client, detailKey(invoice.id), invoice);
}

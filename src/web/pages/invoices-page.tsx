import { useCallback, useDeferredValue, useState } from 'react';
import { useNavigate } from 'react-router';
import { INVOICE_STATUSES } from '../../shared/invoices/invoice-status.ts';
import { searchedFor } from '../../shared/lists/search-text.ts';
import { freeNumberQuery } from '../documents/editor/free-number.ts';
import { DOCUMENT_FILTERS, readListFilter, toAddress } from '../documents/filter/list-filter.ts';
import { CustomerDialog } from '../features/customers/customer-dialog.tsx';
import { InvoiceEditor, InvoiceList, invoiceListQueries } from '../features/invoices/index.ts';
import type { Preload } from '../lib/preload.ts';
import { parseId } from '../lib/preload.ts';
import { useAddressParams } from '../lib/use-address-params.ts';
import { editorSlots } from './editor-slots.ts';

const readFilter = (params: URLSearchParams) => ({
  search: searchedFor(params.get('search') ?? ''),
  status: INVOICE_STATUSES.find((known) => known === params.get('status')) ?? ('all' as const),
});

export const preload: Preload = (client, place) => {
  const { search, status } = readFilter(place.search);
  const filter = readListFilter(place.search, DOCUMENT_FILTERS.invoice);
  const queries = invoiceListQueries(status, search, filter);
  return Promise.all([
    client.prefetchInfiniteQuery(queries.list),
    client.prefetchQuery(queries.summary),
    place.search.has('new') && client.prefetchQuery(freeNumberQuery('invoice')),
  ]);
};

/** The list of invoices, with the editor over it at `?new=1` (for `&customer={id}`), `?copy={id}` and `?edit={id}`. */
export function Component() {
  const navigate = useNavigate();
  const { params, change } = useAddressParams();
  const [addingCustomer, setAddingCustomer] = useState(false);
  const { search, status } = readFilter(params);
  const edited = parseId(params.get('edit'));
  const copyOf = parseId(params.get('copy')) || undefined;
  const editing = params.get('new') !== null || edited > 0 || copyOf !== undefined;
  // The editor covers the list: where both open, the form is there first.
  const hasList = useDeferredValue(true, !editing);

  const onEdit = useCallback(
    (id: number) => change({ edit: String(id) }, { push: true }),
    [change],
  );
  const onDuplicate = useCallback(
    (id: number) => change({ copy: String(id) }, { push: true }),
    [change],
  );

  return (
    <>
      {hasList && (
        <InvoiceList
          status={status}
          search={search}
          onStatus={(next) => change({ status: next === 'all' ? null : next })}
          onSearch={(next) => change({ search: next })}
          onClear={() => change({ status: null, search: null, ...toAddress({}) })}
          onCreate={() => change({ new: '1' }, { push: true })}
          onEdit={onEdit}
          onDuplicate={onDuplicate}
          onAddCustomer={() => setAddingCustomer(true)}
        />
      )}
      {editing && (
        <InvoiceEditor
          key={edited}
          id={edited > 0 ? edited : undefined}
          copyOf={copyOf}
          customerId={parseId(params.get('customer')) || undefined}
          onClose={() => change({ new: null, edit: null, copy: null, customer: null })}
          {...editorSlots}
        />
      )}
      <CustomerDialog
        opened={addingCustomer}
        onClose={() => setAddingCustomer(false)}
        onSaved={() => void navigate('/customers')}
      />
    </>
  );
}

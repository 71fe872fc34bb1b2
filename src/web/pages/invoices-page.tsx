import { useCallback, useState } from 'react';
import { useNavigate } from 'react-router';
import { INVOICE_STATUSES } from '../../shared/invoices/invoice-status.ts';
import { searchedFor } from '../../shared/lists/search-text.ts';
import { CustomerDialog } from '../features/customers/customer-dialog.tsx';
import type { StatusFilter } from '../features/invoices/index.ts';
import { InvoiceEditor, InvoiceList } from '../features/invoices/index.ts';
import { useAddressParams } from '../lib/use-address-params.ts';
import { editorSlots } from './editor-slots.ts';

/** The list of invoices, with the editor over it at `?new=1` (for `&customer={id}`) and `?edit={id}`. */
export function InvoicesPage() {
  const navigate = useNavigate();
  const { params, change } = useAddressParams();
  const [addingCustomer, setAddingCustomer] = useState(false);
  const search = searchedFor(params.get('search') ?? '');
  const status: StatusFilter =
    INVOICE_STATUSES.find((known) => known === params.get('status')) ?? 'all';
  const edited = Number(params.get('edit') ?? 0);
  const editing = params.get('new') !== null || edited > 0;

  const onEdit = useCallback(
    (id: number) => change({ edit: String(id) }, { push: true }),
    [change],
  );

  return (
    <>
      <InvoiceList
        status={status}
        search={search}
        onStatus={(next) => change({ status: next === 'all' ? null : next })}
        onSearch={(next) => change({ search: next })}
        onClear={() => change({ status: null, search: null })}
        onCreate={() => change({ new: '1' }, { push: true })}
        onEdit={onEdit}
        onAddCustomer={() => setAddingCustomer(true)}
      />
      {editing && (
        <InvoiceEditor
          key={edited}
          invoiceId={edited > 0 ? edited : undefined}
          customerId={recordIn(params.get('customer'))}
          onClose={() => change({ new: null, edit: null, customer: null })}
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

function recordIn(text: string | null): number | undefined {
  return text !== null && /^[1-9]\d{0,14}$/.test(text) ? Number(text) : undefined;
}

import type { ComponentProps } from 'react';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { CustomerDialog } from '../features/customers/customer-dialog.tsx';
import { InvoiceEditor, InvoiceList, invoiceRecords } from '../features/invoices/index.ts';
import { documentListPage } from './document-list-page.tsx';

/** The first invoice needs a customer. */
function ListAndCustomer(props: Omit<ComponentProps<typeof InvoiceList>, 'onAddCustomer'>) {
  const navigate = useNavigate();
  const [addingCustomer, setAddingCustomer] = useState(false);
  return (
    <>
      <InvoiceList {...props} onAddCustomer={() => setAddingCustomer(true)} />
      <CustomerDialog
        opened={addingCustomer}
        onClose={() => setAddingCustomer(false)}
        onSaved={() => void navigate('/customers')}
      />
    </>
  );
}

export const { Component, preload } = documentListPage({
  records: invoiceRecords,
  List: ListAndCustomer,
  Editor: InvoiceEditor,
});

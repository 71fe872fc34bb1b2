import { useParams, useSearchParams } from 'react-router';
import { InvoiceEditor, InvoiceView } from '../features/invoices/index.ts';
import { editorSlots } from './editor-slots.ts';

/** One invoice, with the editor over it at `?edit=1`. */
export function InvoicePage() {
  const { id = '' } = useParams();
  const [params, setParams] = useSearchParams();
  const invoiceId = /^[1-9]\d{0,14}$/.test(id) ? Number(id) : 0;
  return (
    <>
      <InvoiceView key={invoiceId} invoiceId={invoiceId} onEdit={() => setParams({ edit: '1' })} />
      {invoiceId > 0 && params.get('edit') !== null && (
        <InvoiceEditor
          invoiceId={invoiceId}
          onClose={() => setParams({}, { replace: true })}
          {...editorSlots}
        />
      )}
    </>
  );
}

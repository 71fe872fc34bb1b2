import { useState } from 'react';
import { useNavigate, useParams, useSearchParams } from 'react-router';
import { preloadDocument } from '../documents/detail/document-queries.ts';
import { CorrectInvoiceDialog, CreditSheet } from '../features/credit-notes/index.ts';
import { InvoiceEditor, InvoiceView } from '../features/invoices/index.ts';
import type { Preload } from '../lib/preload.ts';
import { parseId } from '../lib/preload.ts';
import { editorSlots } from './editor-slots.ts';

export const preload: Preload = (client, { params }) =>
  preloadDocument(client, 'invoice', parseId(params['id']));

/** One invoice, with the editor over it at `?edit=1`, and what it is credited by. */
export function Component() {
  const { id } = useParams();
  const navigate = useNavigate();
  const [params, setParams] = useSearchParams();
  const [asked, setAsked] = useState<'credit' | 'correct'>();
  const invoiceId = parseId(id);
  const close = () => setAsked(undefined);
  return (
    <>
      <InvoiceView
        key={invoiceId}
        invoiceId={invoiceId}
        onEdit={() => setParams({ edit: '1' })}
        onCredit={() => setAsked('credit')}
        onCorrect={() => setAsked('correct')}
      />
      {invoiceId > 0 && params.get('edit') !== null && (
        <InvoiceEditor
          invoiceId={invoiceId}
          onClose={() => setParams({}, { replace: true })}
          {...editorSlots}
        />
      )}
      <CreditSheet
        invoiceId={asked === 'credit' ? invoiceId : undefined}
        onClose={close}
        onSaved={(creditNote) => {
          close();
          void navigate(`/credit-notes/${creditNote.id}`);
        }}
      />
      <CorrectInvoiceDialog
        opened={asked === 'correct'}
        invoiceId={invoiceId}
        onClose={close}
        onCorrected={(invoice) => {
          close();
          void navigate(`/invoices/${invoice.id}?edit=1`);
        }}
      />
    </>
  );
}

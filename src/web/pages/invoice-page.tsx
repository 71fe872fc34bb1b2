import { useState } from 'react';
import { useNavigate } from 'react-router';
import { CorrectInvoiceDialog, CreditSheet } from '../features/credit-notes/index.ts';
import { InvoiceEditor, InvoiceView } from '../features/invoices/index.ts';
import type { DocumentViewProps } from './document-page.tsx';
import { documentPage } from './document-page.tsx';

export const { Component, preload } = documentPage({
  kind: 'invoice',
  View: InvoiceAndCredits,
  Editor: InvoiceEditor,
});

/** One invoice, and what it is credited by. */
function InvoiceAndCredits(props: DocumentViewProps) {
  const navigate = useNavigate();
  const [asked, setAsked] = useState<'credit' | 'correct'>();
  const close = () => setAsked(undefined);
  return (
    <>
      <InvoiceView
        {...props}
        onCredit={() => setAsked('credit')}
        onCorrect={() => setAsked('correct')}
      />
      <CreditSheet
        invoiceId={asked === 'credit' ? props.id : undefined}
        onClose={close}
        onSaved={(creditNote) => {
          close();
          void navigate(`/credit-notes/${creditNote.id}`);
        }}
      />
      <CorrectInvoiceDialog
        opened={asked === 'correct'}
        invoiceId={props.id}
        onClose={close}
        onCorrected={(invoice) => {
          close();
          void navigate(`/invoices/${invoice.id}?edit=1`);
        }}
      />
    </>
  );
}

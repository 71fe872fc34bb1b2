import { useState } from 'react';
import type { InvoiceDetail } from '../../../../shared/invoices/invoice.contract.ts';
import { DocumentEditor } from '../../../documents/editor/document-editor.tsx';
import type { EditorSlots } from '../../../documents/editor/editor-context.ts';
import { useTrialEnded } from '../../../documents/trial-ended.ts';
import { TrialExpiredDialog } from '../../../documents/trial-expired-dialog.tsx';
import { EditedInvoice } from './edited-invoice.tsx';
import { invoiceCalls, invoiceKind } from './invoice-kind.ts';

interface Props extends EditorSlots {
  /** The invoice to edit; undefined for a new one. */
  id: number | undefined;
  /** The invoice that a new one says the same as. */
  copyOf?: number | undefined;
  /** Whom a new one is for. */
  customerId?: number | undefined;
  onClose: () => void;
  onSaved?: (invoice: InvoiceDetail) => void;
}

export function InvoiceEditor({ id, copyOf, ...props }: Props) {
  return id === undefined ? (
    <NewInvoice copyOf={copyOf} {...props} />
  ) : (
    <EditedInvoice invoiceId={id} {...props} />
  );
}

/** Nobody types an invoice that cannot be saved: that the trial has ended is said first. */
function NewInvoice(props: Omit<Props, 'id'>) {
  // Once somebody writes, the form stays: what ends meanwhile is said when it is saved.
  const [opened, setOpened] = useState(false);
  const ended = useTrialEnded();
  if (!opened && ended === false) setOpened(true);
  if (opened) {
    return (
      <DocumentEditor kind={invoiceKind} calls={invoiceCalls} documentId={undefined} {...props} />
    );
  }
  return (
    <TrialExpiredDialog
      opened={ended === true}
      kept="Everything you made stays."
      onLater={props.onClose}
    />
  );
}

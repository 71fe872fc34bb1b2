import type { InvoiceDetail } from '../../../../shared/invoices/invoice.contract.ts';
import { DocumentEditor } from '../../../documents/editor/document-editor.tsx';
import type { EditorSlots } from '../../../documents/editor/editor-context.ts';
import { invoiceCalls, invoiceKind } from './invoice-kind.ts';

interface Props extends EditorSlots {
  /** The invoice to edit; undefined for a new one. */
  invoiceId: number | undefined;
  /** Whom a new one is for. */
  customerId?: number | undefined;
  onClose: () => void;
  onSaved?: (invoice: InvoiceDetail) => void;
}

export function InvoiceEditor({ invoiceId, ...props }: Props) {
  return (
    <DocumentEditor kind={invoiceKind} calls={invoiceCalls} documentId={invoiceId} {...props} />
  );
}

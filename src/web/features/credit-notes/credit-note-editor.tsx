import { useQuery } from '@tanstack/react-query';
import type { CreditNoteDetail } from '../../../shared/credit-notes/credit-note.contract.ts';
import { DocumentEditor } from '../../documents/editor/document-editor.tsx';
import type { EditorSlots } from '../../documents/editor/editor-context.ts';
import { orpc } from '../../lib/api.ts';
import { creditNoteCalls, creditNoteKind } from './credit-note-kind.ts';
import { CreditSheet } from './credit-sheet.tsx';

interface Props extends EditorSlots {
  /** The credit note to edit; undefined for a new one of its own lines. */
  id: number | undefined;
  onClose: () => void;
  onSaved?: (creditNote: CreditNoteDetail) => void;
}

/** The editor of documents; of a credit note for an invoice, the sheet that says what is credited. */
export function CreditNoteEditor({ id, ...props }: Props) {
  const stored = useQuery({
    ...orpc.creditNotes.get.queryOptions({ input: { id: id ?? 0 } }),
    enabled: id !== undefined,
  });
  const { data } = stored;
  if (id !== undefined && stored.isPending) return null;
  if (data?.correctsInvoiceId != null) {
    return (
      <CreditSheet
        invoiceId={data.correctsInvoiceId}
        creditNote={data}
        onClose={props.onClose}
        onSaved={props.onClose}
      />
    );
  }
  return (
    <DocumentEditor kind={creditNoteKind} calls={creditNoteCalls} documentId={id} {...props} />
  );
}

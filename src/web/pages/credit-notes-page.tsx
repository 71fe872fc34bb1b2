import { CREDIT_NOTE_STATUSES } from '../../shared/credit-notes/credit-note-status.ts';
import { CreditNoteEditor, CreditNoteList } from '../features/credit-notes/index.ts';
import { editorSlots } from './editor-slots.ts';
import { useDocumentList } from './use-document-list.ts';

/** The list of credit notes, with the editor over it. */
export function CreditNotesPage() {
  const { list, editing, editedId, closeEditor } = useDocumentList(CREDIT_NOTE_STATUSES);
  return (
    <>
      <CreditNoteList {...list} />
      {editing && (
        <CreditNoteEditor
          key={editedId}
          creditNoteId={editedId}
          onClose={closeEditor}
          {...editorSlots}
        />
      )}
    </>
  );
}

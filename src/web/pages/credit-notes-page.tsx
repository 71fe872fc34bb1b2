import { CREDIT_NOTE_STATUSES } from '../../shared/credit-notes/credit-note-status.ts';
import {
  CreditNoteEditor,
  CreditNoteList,
  creditNoteListQueries,
} from '../features/credit-notes/index.ts';
import type { Preload } from '../lib/preload.ts';
import { editorSlots } from './editor-slots.ts';
import { readFilter, useDocumentList } from './use-document-list.ts';

export const preload: Preload = (client, { search }) => {
  const { status, text } = readFilter(CREDIT_NOTE_STATUSES, search);
  const queries = creditNoteListQueries(status, text);
  return Promise.all([
    client.prefetchInfiniteQuery(queries.list),
    client.prefetchQuery(queries.summary),
  ]);
};

/** The list of credit notes, with the editor over it. */
export function Component() {
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

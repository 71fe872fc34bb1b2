import { useParams, useSearchParams } from 'react-router';
import { preloadDocument } from '../documents/detail/document-queries.ts';
import { CreditNoteEditor, CreditNoteView } from '../features/credit-notes/index.ts';
import type { Preload } from '../lib/preload.ts';
import { parseId } from '../lib/preload.ts';
import { editorSlots } from './editor-slots.ts';

export const preload: Preload = (client, { params }) =>
  preloadDocument(client, 'credit_note', parseId(params['id']));

/** One credit note, with the editor over it at `?edit=1`. */
export function Component() {
  const { id } = useParams();
  const [params, setParams] = useSearchParams();
  const creditNoteId = parseId(id);
  return (
    <>
      <CreditNoteView
        key={creditNoteId}
        creditNoteId={creditNoteId}
        onEdit={() => setParams({ edit: '1' })}
      />
      {creditNoteId > 0 && params.get('edit') !== null && (
        <CreditNoteEditor
          creditNoteId={creditNoteId}
          onClose={() => setParams({}, { replace: true })}
          {...editorSlots}
        />
      )}
    </>
  );
}

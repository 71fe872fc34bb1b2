import { useParams, useSearchParams } from 'react-router';
import { CreditNoteEditor, CreditNoteView } from '../features/credit-notes/index.ts';
import { editorSlots } from './editor-slots.ts';

/** One credit note, with the editor over it at `?edit=1`. */
export function CreditNotePage() {
  const { id = '' } = useParams();
  const [params, setParams] = useSearchParams();
  const creditNoteId = /^[1-9]\d{0,14}$/.test(id) ? Number(id) : 0;
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

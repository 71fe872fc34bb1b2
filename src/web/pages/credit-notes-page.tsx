import { CREDIT_NOTE_STATUSES } from '../../shared/credit-notes/credit-note-status.ts';
import { CreditNoteEditor, CreditNoteList } from '../features/credit-notes/index.ts';
import { useAddressParams } from '../lib/use-address-params.ts';
import { useSearchText } from '../lib/use-search-text.ts';
import { editorSlots } from './editor-slots.ts';

/** The list of credit notes, with the editor over it at `?new=1` and `?edit={id}`. */
export function CreditNotesPage() {
  const { params, change } = useAddressParams();
  const searching = useSearchText();
  const status = CREDIT_NOTE_STATUSES.find((known) => known === params.get('status')) ?? 'all';
  const edited = Number(params.get('edit') ?? 0);
  const editing = params.get('new') !== null || edited > 0;
  return (
    <>
      <CreditNoteList
        status={status}
        searching={searching}
        onStatus={(next) => change({ status: next === 'all' ? null : next })}
        onCreate={() => change({ new: '1' }, { push: true })}
        onEdit={(id) => change({ edit: String(id) }, { push: true })}
      />
      {editing && (
        <CreditNoteEditor
          key={edited}
          creditNoteId={edited > 0 ? edited : undefined}
          onClose={() => change({ new: null, edit: null })}
          {...editorSlots}
        />
      )}
    </>
  );
}

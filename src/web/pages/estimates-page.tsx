import { ESTIMATE_STATUSES } from '../../shared/estimates/estimate-status.ts';
import { EstimateEditor, EstimateList } from '../features/estimates/index.ts';
import { editorSlots } from './editor-slots.ts';
import { useDocumentList } from './use-document-list.ts';

/** The list of estimates, with the editor over it. */
export function EstimatesPage() {
  const { list, editing, editedId, closeEditor } = useDocumentList(ESTIMATE_STATUSES);
  return (
    <>
      <EstimateList {...list} />
      {editing && (
        <EstimateEditor
          key={editedId}
          estimateId={editedId}
          onClose={closeEditor}
          {...editorSlots}
        />
      )}
    </>
  );
}

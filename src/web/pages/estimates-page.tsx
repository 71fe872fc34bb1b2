import { ESTIMATE_STATUSES } from '../../shared/estimates/estimate-status.ts';
import { EstimateEditor, EstimateList, estimateListQueries } from '../features/estimates/index.ts';
import type { Preload } from '../lib/preload.ts';
import { editorSlots } from './editor-slots.ts';
import { readFilter, useDocumentList } from './use-document-list.ts';

export const preload: Preload = (client, { search }) => {
  const { status, text } = readFilter(ESTIMATE_STATUSES, search);
  const queries = estimateListQueries(status, text);
  return Promise.all([
    client.prefetchInfiniteQuery(queries.list),
    client.prefetchQuery(queries.summary),
  ]);
};

/** The list of estimates, with the editor over it. */
export function Component() {
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

import { useParams, useSearchParams } from 'react-router';
import { preloadDocument } from '../documents/detail/document-queries.ts';
import { EstimateEditor, EstimateView } from '../features/estimates/index.ts';
import type { Preload } from '../lib/preload.ts';
import { parseId } from '../lib/preload.ts';
import { editorSlots } from './editor-slots.ts';

export const preload: Preload = (client, { params }) =>
  preloadDocument(client, 'estimate', parseId(params['id']));

/** One estimate, with the editor over it at `?edit=1`. */
export function Component() {
  const { id } = useParams();
  const [params, setParams] = useSearchParams();
  const estimateId = parseId(id);
  return (
    <>
      <EstimateView
        key={estimateId}
        estimateId={estimateId}
        onEdit={() => setParams({ edit: '1' })}
      />
      {estimateId > 0 && params.get('edit') !== null && (
        <EstimateEditor
          estimateId={estimateId}
          onClose={() => setParams({}, { replace: true })}
          {...editorSlots}
        />
      )}
    </>
  );
}

import { useParams, useSearchParams } from 'react-router';
import { EstimateEditor, EstimateView } from '../features/estimates/index.ts';
import { editorSlots } from './editor-slots.ts';

/** One estimate, with the editor over it at `?edit=1`. */
export function EstimatePage() {
  const { id = '' } = useParams();
  const [params, setParams] = useSearchParams();
  const estimateId = /^[1-9]\d{0,14}$/.test(id) ? Number(id) : 0;
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

import { useParams, useSearchParams } from 'react-router';
import { RecurringEditor } from '../features/recurring/recurring-editor.tsx';
import { storedRecurring } from '../features/recurring/recurring-records.ts';
import { RecurringView } from '../features/recurring/recurring-view.tsx';
import type { Preload } from '../lib/preload.ts';
import { parseId } from '../lib/preload.ts';
import { editorSlots } from './editor-slots.ts';

export const preload: Preload = (client, { params }) =>
  client.prefetchQuery(storedRecurring(parseId(params['id'])));

/** The page of one recurring invoice, with the editor over it at `?edit=1`. */
export function Component() {
  const [params, setParams] = useSearchParams();
  const id = parseId(useParams()['id']);
  return (
    <>
      <RecurringView key={id} id={id} onEdit={() => setParams({ edit: '1' })} />
      {id > 0 && params.get('edit') !== null && (
        <RecurringEditor
          id={id}
          onClose={() => setParams({}, { replace: true })}
          {...editorSlots}
        />
      )}
    </>
  );
}

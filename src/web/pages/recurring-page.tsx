import { useParams } from 'react-router';
import { RecurringEditor } from '../features/recurring/recurring-editor.tsx';
import { storedRecurring } from '../features/recurring/recurring-records.ts';
import { RecurringView } from '../features/recurring/recurring-view.tsx';
import type { Preload } from '../lib/preload.ts';
import { parseId } from '../lib/preload.ts';
import { useAddressParams } from '../lib/use-address-params.ts';
import { editorSlots } from './editor-slots.ts';

export const preload: Preload = (client, { params }) =>
  client.prefetchQuery(storedRecurring(parseId(params['id'])));

/** The page of one recurring invoice, with the editor over it at `?edit=1`. */
export function Component() {
  const { params, change } = useAddressParams();
  const id = parseId(useParams()['id']);
  return (
    <>
      <RecurringView key={id} id={id} onEdit={() => change({ edit: '1' }, { push: true })} />
      {id > 0 && params.get('edit') !== null && (
        <RecurringEditor id={id} onClose={() => change({ edit: null })} {...editorSlots} />
      )}
    </>
  );
}

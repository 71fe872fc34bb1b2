import { useSearchParams } from 'react-router';
import { ESTIMATE_STATUSES } from '../../shared/estimates/estimate-status.ts';
import { EstimateEditor, EstimateList } from '../features/estimates/index.ts';
import { useSearchText } from '../lib/use-search-text.ts';
import { editorSlots } from './editor-slots.ts';

/** The list of estimates, with the editor over it at `?new=1` and `?edit={id}`. */
export function EstimatesPage() {
  const [params, setParams] = useSearchParams();
  const searching = useSearchText();
  const status = ESTIMATE_STATUSES.find((known) => known === params.get('status')) ?? 'all';
  const edited = Number(params.get('edit') ?? 0);
  const editing = params.get('new') !== null || edited > 0;
  const change = (values: Record<string, string | null>, replace = true) =>
    setParams(
      (before) => {
        const next = new URLSearchParams(before);
        for (const [name, value] of Object.entries(values)) {
          if (value === null) next.delete(name);
          else next.set(name, value);
        }
        return next;
      },
      { replace },
    );
  return (
    <>
      <EstimateList
        status={status}
        searching={searching}
        onStatus={(next) => change({ status: next === 'all' ? null : next })}
        onCreate={() => change({ new: '1' }, false)}
        onEdit={(id) => change({ edit: String(id) }, false)}
      />
      {editing && (
        <EstimateEditor
          key={edited}
          estimateId={edited > 0 ? edited : undefined}
          onClose={() => change({ new: null, edit: null })}
          {...editorSlots}
        />
      )}
    </>
  );
}

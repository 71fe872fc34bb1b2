import { useAddressParams } from '../lib/use-address-params.ts';
import { useSearchText } from '../lib/use-search-text.ts';

/** What the address says of a list of documents: filter, search, and the editor at `?new=1` and `?edit={id}`. */
export function useDocumentList<Status extends string>(statuses: readonly Status[]) {
  const { params, change } = useAddressParams();
  const searching = useSearchText();
  const status: Status | 'all' = statuses.find((known) => known === params.get('status')) ?? 'all';
  const edited = Number(params.get('edit') ?? 0);
  return {
    list: {
      status,
      searching,
      onStatus: (next: Status | 'all') => change({ status: next === 'all' ? null : next }),
      onCreate: () => change({ new: '1' }, { push: true }),
      onEdit: (id: number) => change({ edit: String(id) }, { push: true }),
    },
    editing: params.get('new') !== null || edited > 0,
    /** The document that is edited; undefined for a new one. */
    editedId: edited > 0 ? edited : undefined,
    closeEditor: () => change({ new: null, edit: null }),
  };
}

import { searchedFor } from '../../shared/lists/search-text.ts';
import { parseId } from '../lib/preload.ts';
import { useAddressParams } from '../lib/use-address-params.ts';
import { useSearchText } from '../lib/use-search-text.ts';

/** The filter and the search that an address names. */
export const readFilter = <Status extends string>(
  statuses: readonly Status[],
  params: URLSearchParams,
) => ({
  status: statuses.find((known) => known === params.get('status')) ?? ('all' as const),
  text: searchedFor(params.get('search') ?? '').trim(),
});

/** What the address says of a list of documents: filter, search, and the editor at `?new=1` and `?edit={id}`. */
export function useDocumentList<Status extends string>(statuses: readonly Status[]) {
  const { params, change } = useAddressParams();
  const searching = useSearchText();
  const { status } = readFilter(statuses, params);
  const edited = parseId(params.get('edit'));
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

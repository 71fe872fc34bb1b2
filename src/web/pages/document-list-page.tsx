import type { FetchInfiniteQueryOptions, FetchQueryOptions, QueryKey } from '@tanstack/react-query';
import type { ComponentType } from 'react';
import { useCallback, useDeferredValue } from 'react';
import type { KindName } from '../../shared/documents/document-content.ts';
import type { SortOf } from '../../shared/lists/list-sorts.ts';
import { searchedFor } from '../../shared/lists/search-text.ts';
import type { IndexPlace } from '../documents/document-index.tsx';
import type { EditorSlots } from '../documents/editor/editor-context.ts';
import { freeNumberQuery } from '../documents/editor/free-number.ts';
import type { ListFilter } from '../documents/filter/list-filter.ts';
import { DOCUMENT_FILTERS, readListFilter, toAddress } from '../documents/filter/list-filter.ts';
import type { ListPage } from '../lib/list-pages.ts';
import type { Preload } from '../lib/preload.ts';
import { parseId } from '../lib/preload.ts';
import { useAddressParams } from '../lib/use-address-params.ts';
import { useSearchText } from '../lib/use-search-text.ts';
import { editorSlots } from './editor-slots.ts';

interface Parts<K extends KindName, Status extends string, Row, Sums> {
  records: {
    kind: K;
    statuses: readonly Status[];
    list: (
      status: Status | 'all',
      search: string,
      filter: ListFilter<SortOf<K>>,
    ) => {
      pages: FetchInfiniteQueryOptions<
        ListPage<Row>,
        Error,
        ListPage<Row>,
        QueryKey,
        string | undefined
      >;
      summary: FetchQueryOptions<Sums>;
    };
  };
  List: ComponentType<
    IndexPlace<Status> & { onEdit: (id: number) => void; onDuplicate: (id: number) => void }
  >;
  Editor: ComponentType<
    EditorSlots & {
      id: number | undefined;
      copyOf?: number | undefined;
      customerId?: number | undefined;
      onClose: () => void;
    }
  >;
}

/**
 * The list of a kind of documents, with the editor over it at `?new=1` (for `&customer={id}`),
 * `?copy={id}` and `?edit={id}`.
 */
export function documentListPage<K extends KindName, Status extends string, Row, Sums>({
  records,
  List,
  Editor,
}: Parts<K, Status, Row, Sums>) {
  const findStatus = (params: URLSearchParams) =>
    records.statuses.find((known) => known === params.get('status')) ?? 'all';

  const preload: Preload = (client, { search }) => {
    const text = searchedFor(search.get('search') ?? '').trim();
    const filter = readListFilter(search, DOCUMENT_FILTERS[records.kind]);
    const { pages, summary } = records.list(findStatus(search), text, filter);
    return Promise.all([
      client.prefetchInfiniteQuery(pages),
      client.prefetchQuery(summary),
      search.has('new') && client.prefetchQuery(freeNumberQuery(records.kind)),
    ]);
  };

  function Component() {
    const { params, change } = useAddressParams();
    const searching = useSearchText();
    const edited = parseId(params.get('edit')) || undefined;
    const copyOf = parseId(params.get('copy')) || undefined;
    const editing = params.get('new') !== null || edited !== undefined || copyOf !== undefined;
    // The editor covers the list: where both open, the form is there first.
    const hasList = useDeferredValue(true, !editing);
    const onEdit = useCallback(
      (id: number) => change({ edit: String(id) }, { push: true }),
      [change],
    );
    const onDuplicate = useCallback(
      (id: number) => change({ copy: String(id) }, { push: true }),
      [change],
    );
    return (
      <>
        {hasList && (
          <List
            status={findStatus(params)}
            searching={searching}
            onStatus={(next) => change({ status: next === 'all' ? null : next })}
            onClear={() => change({ status: null, search: null, ...toAddress({}) })}
            onCreate={() => change({ new: '1' }, { push: true })}
            onEdit={onEdit}
            onDuplicate={onDuplicate}
          />
        )}
        {editing && (
          <Editor
            key={edited}
            id={edited}
            copyOf={copyOf}
            customerId={parseId(params.get('customer')) || undefined}
            onClose={() => change({ new: null, edit: null, copy: null, customer: null })}
            {...editorSlots}
          />
        )}
      </>
    );
  }
  return { Component, preload };
}

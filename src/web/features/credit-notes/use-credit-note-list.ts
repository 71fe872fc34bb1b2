import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import type { CreditNoteStatus } from '../../../shared/credit-notes/credit-note-status.ts';
import { orpc } from '../../lib/api.ts';
import { flattenPages } from '../../lib/list-pages.ts';
import { pageOptions } from '../../lib/use-pages.ts';

export type StatusFilter = 'all' | CreditNoteStatus;

/** Credit notes of a filter and a search, page by page; their count and their sum. */
export function useCreditNoteList(status: StatusFilter, search: string) {
  const filter = {
    ...(status === 'all' ? {} : { status }),
    ...(search === '' ? {} : { search }),
  };
  const list = useInfiniteQuery(pageOptions(orpc.creditNotes.list, filter));
  const summary = useQuery(
    orpc.creditNotes.summary.queryOptions({ input: filter, placeholderData: keepPreviousData }),
  );
  return { list, creditNotes: flattenPages(list.data), summary: summary.data };
}

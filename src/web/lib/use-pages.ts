import type { ProcedureUtils } from '@orpc/tanstack-query';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import type { CallContext } from './api.ts';
import type { ListPage } from './list-pages.ts';
import { flattenPages, nextCursor } from './list-pages.ts';

const PAGE = 60;

export interface ListInput {
  limit?: number;
  cursor?: string | undefined;
  search?: string | undefined;
}

export type Query<Input, Output> = ProcedureUtils<CallContext, Input, Output, Error>;

/** What a call takes for a search; nothing for an empty one. */
export const buildFilter = (search: string) => (search ? { search } : {});

/** For `useInfiniteQuery`: what matches a filter, page by page. */
export const pageOptions = <T, Filter extends object>(
  list: Query<ListInput & Filter, ListPage<T>>,
  filter: Filter,
  limit = PAGE,
) =>
  list.infiniteOptions({
    input: (cursor: string | undefined) => ({ limit, ...(cursor ? { cursor } : {}), ...filter }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: nextCursor,
    placeholderData: keepPreviousData,
  });

/**
 * What matches a search, page by page.
 * @param keeping how long an answer is kept that nobody looks at, if not as long as others
 */
export function usePages<T>(
  list: Query<ListInput, ListPage<T>>,
  search: string,
  keeping: { gcTime?: number } = {},
) {
  const read = useInfiniteQuery({
    ...pageOptions(list, buildFilter(search)),
    ...keeping,
  });
  return { ...read, records: flattenPages(read.data) };
}

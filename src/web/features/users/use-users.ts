import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { orpc } from '../../lib/api.ts';
import { nextCursor, recordsOf } from '../../lib/list-pages.ts';

const PAGE = 60;

/** Read anew at each visit, and not kept meanwhile. */
const NOT_KEPT = { gcTime: 0 } as const;

/** Accounts that match, newest first, page by page; and how many a search finds. */
export function useUsers(search: string) {
  const filter = search ? { search } : {};
  const list = useInfiniteQuery({
    ...orpc.users.list.infiniteOptions({
      input: (cursor: string | undefined) => ({
        limit: PAGE,
        ...(cursor ? { cursor } : {}),
        ...filter,
      }),
      initialPageParam: undefined as string | undefined,
      getNextPageParam: nextCursor,
      placeholderData: keepPreviousData,
    }),
    ...NOT_KEPT,
  });
  const found = useQuery({
    ...orpc.users.count.queryOptions({ input: filter, placeholderData: keepPreviousData }),
    ...NOT_KEPT,
    enabled: search !== '',
  });
  return { ...list, users: recordsOf(list.data), found: search === '' ? undefined : found.data };
}

/** How many accounts there are, in all and by status. */
export function useUserStats() {
  return useQuery({ ...orpc.users.stats.queryOptions(), ...NOT_KEPT });
}

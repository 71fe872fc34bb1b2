import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { orpc } from '../../lib/api.ts';
import { buildFilter, usePages } from '../../lib/use-pages.ts';

/** Read anew at each visit, and not kept meanwhile. */
const NOT_KEPT = { gcTime: 0 } as const;

/** Accounts that match, newest first, page by page; and how many a search finds. */
export function useUsers(search: string) {
  const { records: users, ...list } = usePages(orpc.users.list, search, NOT_KEPT);
  const found = useQuery({
    ...orpc.users.count.queryOptions({
      input: buildFilter(search),
      placeholderData: keepPreviousData,
    }),
    ...NOT_KEPT,
    enabled: search !== '',
  });
  return { ...list, users, found: search === '' ? undefined : found.data };
}

/** How many accounts there are, in all and by status. */
export function useUserStats() {
  return useQuery({ ...orpc.users.stats.queryOptions(), ...NOT_KEPT });
}

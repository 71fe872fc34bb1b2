import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { orpc } from '../../lib/api.ts';
import { nextCursor, recordsOf } from '../../lib/list-pages.ts';

const PAGE = 50;
const WHILE_QUEUED_MS = 5_000;

/** The owner's messages, newest first. Read again while one of them is on its way. */
export function useMessages() {
  const list = useInfiniteQuery(
    orpc.emails.list.infiniteOptions({
      input: (cursor: string | undefined) => ({ limit: PAGE, ...(cursor ? { cursor } : {}) }),
      initialPageParam: undefined as string | undefined,
      getNextPageParam: nextCursor,
      refetchOnMount: 'always',
      refetchInterval: ({ state }) =>
        recordsOf(state.data).some(({ status }) => status === 'queued') ? WHILE_QUEUED_MS : false,
    }),
  );
  return { ...list, messages: recordsOf(list.data) };
}

/** One message as it went out. */
export function useMessage(id: number | undefined) {
  return useQuery({
    ...orpc.emails.get.queryOptions({ input: { id: id ?? 0 } }),
    enabled: id !== undefined,
    staleTime: 0,
  });
}

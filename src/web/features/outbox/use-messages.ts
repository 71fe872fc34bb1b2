import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { errorMessage } from '../../lib/api-error.ts';
import { api, orpc } from '../../lib/api.ts';
import { flattenPages } from '../../lib/list-pages.ts';
import { pageOptions } from '../../lib/use-pages.ts';
import { notify } from '../../ui/notify.tsx';

const PAGE = 50;
const WHILE_QUEUED_MS = 5_000;

/** The owner's messages, newest first. Read again while one of them is on its way. */
export function useMessages() {
  const list = useInfiniteQuery({
    ...pageOptions(orpc.emails.list, {}, PAGE),
    refetchOnMount: 'always',
    refetchInterval: ({ state }) =>
      flattenPages(state.data).some(({ status }) => status === 'queued') ? WHILE_QUEUED_MS : false,
  });
  return { ...list, messages: flattenPages(list.data) };
}

/** One message as it went out. */
export function useMessage(id: number | undefined) {
  return useQuery({
    ...orpc.emails.get.queryOptions({ input: { id: id ?? 0 } }),
    enabled: id !== undefined,
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.status === 'queued' ? WHILE_QUEUED_MS : false),
  });
}

/** Another attempt at a message that has failed. Its row tells how that goes. */
export function useRetry(id: number): { retry: () => Promise<void>; retrying: boolean } {
  const client = useQueryClient();
  const [retrying, setRetrying] = useState(false);
  const retry = async () => {
    setRetrying(true);
    try {
      await api.emails.retry({ id });
    } catch (error) {
      notify.error(
        'Email Failed',
        errorMessage(error, 'Failed to send invoice email. Please try again.'),
      );
    }
    await client.invalidateQueries({ queryKey: orpc.emails.key() });
    void client.invalidateQueries({ queryKey: orpc.invoices.key() });
    setRetrying(false);
  };
  return { retry, retrying };
}

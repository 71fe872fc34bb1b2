import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { RetryInput } from '../../../shared/emails/email.contract.ts';
import { errorMessage } from '../../lib/api-error.ts';
import { api, orpc } from '../../lib/api.ts';
import { flattenPages } from '../../lib/list-pages.ts';
import { pageOptions } from '../../lib/use-pages.ts';
import { notify } from '../../ui/notify.tsx';
import { rescueFocus } from '../../ui/rescue-focus.ts';

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

/** Another attempt at a message that has failed, or the first of one that is planned. Its row tells how that goes. */
export function useRetry(id: number): {
  retry: (how?: Pick<RetryInput, 'dateOnSending'>) => Promise<void>;
  retrying: boolean;
} {
  const { act, acting } = useAct();
  const retry = ({ dateOnSending }: Pick<RetryInput, 'dateOnSending'> = {}) =>
    act(
      () => api.emails.retry({ id, dateOnSending }),
      'Email Failed',
      'Failed to send the email. Please try again.',
    );
  return { retry, retrying: acting };
}

/** Takes a planned message back. */
export function useWithdraw(id: number): { withdraw: () => Promise<void>; withdrawing: boolean } {
  const { act, acting } = useAct();
  const withdraw = () =>
    act(() => api.emails.withdraw({ id }), 'Email not withdrawn', 'Failed to withdraw the email.');
  return { withdraw, withdrawing: acting };
}

/** Does something with a message, and reads again whatever shows it. */
function useAct() {
  const client = useQueryClient();
  const [acting, setActing] = useState(false);
  const act = async (work: () => Promise<unknown>, title: string, words: string) => {
    setActing(true);
    try {
      await work();
    } catch (error) {
      notify.error(title, errorMessage(error, words));
    }
    await client.invalidateQueries({ queryKey: orpc.emails.key() });
    for (const calls of [orpc.invoices, orpc.estimates, orpc.creditNotes, orpc.calendar]) {
      void client.invalidateQueries({ queryKey: calls.key() });
    }
    rescueFocus();
    setActing(false);
  };
  return { act, acting };
}

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Sender } from '../../../shared/senders/sender.contract.ts';
import { errorMessage } from '../../lib/api-error.ts';
import { api, orpc } from '../../lib/api.ts';

/** What the last press of a button came to, until the next one. */
export interface SendingOutcome {
  good: boolean;
  words: string;
}

/** How the owner stands as a sender, and the verification of a domain. */
export function useSending() {
  const client = useQueryClient();
  const query = orpc.sender.get.queryOptions({ input: {} });
  const { data: sender, error, refetch } = useQuery(query);
  const [outcome, setOutcome] = useState<SendingOutcome>();
  const [busy, setBusy] = useState(false);

  const run = async (work: () => Promise<{ sender: Sender; outcome?: SendingOutcome }>) => {
    if (busy) return;
    setBusy(true);
    setOutcome(undefined);
    try {
      const done = await work();
      client.setQueryData(query.queryKey, done.sender);
      setOutcome(done.outcome);
    } catch (failed) {
      setOutcome({ good: false, words: errorMessage(failed, 'Something went wrong. Try again.') });
    } finally {
      setBusy(false);
    }
  };
  return {
    sender,
    failed: error !== null && !sender,
    refetch,
    busy,
    outcome,
    setDomain: (domain: string) =>
      run(async () => ({ sender: await api.sender.setDomain({ domain }) })),
    check: () =>
      run(async () => {
        const { sender: checked, found, detail } = await api.sender.checkDomain();
        const words = found
          ? `${checked.domain?.name ?? 'The domain'} is verified.`
          : (detail ?? '');
        return { sender: checked, outcome: { good: found, words } };
      }),
  };
}

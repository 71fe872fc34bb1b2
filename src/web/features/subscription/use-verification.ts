import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useState } from 'react';
import type { User } from '../../../shared/accounts/account.contract.ts';
import { ApiError } from '../../lib/api-error.ts';
import { api, orpc } from '../../lib/api.ts';
import { userQuery } from '../../lib/session.ts';

export type Verification =
  | 'asking'
  | 'active'
  /** The payment is on its way, or the provider does not answer. It is asked again. */
  | 'confirming'
  /** Nothing was paid. */
  | 'none'
  | 'signed-out'
  | 'failed';

/** Pauses between questions, in milliseconds; the last one is repeated. */
const PAUSES = [1_500, 2_000, 3_000, 5_000, 10_000];

/** Asks the server, which asks the provider, whether the plan is active, until it knows. */
export function useVerification(): { state: Verification; retry: () => void } {
  const client = useQueryClient();
  const [state, setState] = useState<Verification>('asking');
  const [round, setRound] = useState(0);

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let current = true;
    const ask = async (turn: number) => {
      const next = await verify();
      if (!current) return;
      setState(next.state);
      if (next.user) {
        const { subscriptionStatus, subscriptionPlan, trialInvoicesUsed } = next.user;
        client.setQueryData<User | null>(
          userQuery.queryKey,
          (user) => user && { ...user, subscriptionStatus, subscriptionPlan, trialInvoicesUsed },
        );
        void client.invalidateQueries({ queryKey: userQuery.queryKey });
        void client.invalidateQueries({ queryKey: orpc.subscription.key() });
      }
      if (next.state !== 'confirming') return;
      timer = setTimeout(() => void ask(turn + 1), PAUSES[Math.min(turn, PAUSES.length - 1)]);
    };
    void ask(0);
    return () => {
      current = false;
      clearTimeout(timer);
    };
  }, [client, round]);

  const retry = useCallback(() => {
    setState('asking');
    setRound((count) => count + 1);
  }, []);
  return { state, retry };
}

async function verify(): Promise<{
  state: Verification;
  user?: Awaited<ReturnType<typeof api.subscription.verify>>;
}> {
  try {
    const user = await api.subscription.verify();
    return { state: user.state, user };
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) return { state: 'signed-out' };
    // oxlint-disable-next-line eslint/no-console -- specified: failures here are only logged
    console.warn('The subscription could not be verified.', error);
    return { state: 'failed' };
  }
}

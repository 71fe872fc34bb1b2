import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { Plan } from '../../../shared/subscription/plans.ts';
import type { NewSubscription } from '../../../shared/subscription/subscription.contract.ts';
import { errorMessage } from '../../lib/api-error.ts';
import { api } from '../../lib/api.ts';
import { userQuery } from '../../lib/session.ts';
import { notify } from '../../ui/notify.tsx';

interface Purchase {
  /** undefined while it is asked for, and after a failure. */
  purchase: NewSubscription | undefined;
  /** Why there is nothing to pay, in words. */
  failure: string | undefined;
  retry: () => void;
}

/**
 * Asks for the secret that pays for a plan, and again when the plan changes. Requests go one after
 * another: the server cancels one plan's purchase for the other's, and the last choice must win.
 */
export function usePurchase(plan: Plan, enabled: boolean): Purchase {
  const client = useQueryClient();
  const [attempt, setAttempt] = useState(0);
  const [answer, setAnswer] = useState<{ asked: string } & Omit<Purchase, 'retry'>>();
  const queue = useRef<Promise<void>>(Promise.resolve());
  const asked = `${plan}:${attempt}`;

  useEffect(() => {
    if (!enabled) return;
    let current = true;
    queue.current = queue.current.then(async () => {
      if (!current) return;
      try {
        const purchase = await api.subscription.getOrCreate({ plan });
        if (!current) return;
        if (purchase.clientSecret) {
          setAnswer({ asked, purchase, failure: undefined });
          return;
        }
        const failure = 'No payment method available. Please try again.';
        notify.error('Payment Error', failure);
        setAnswer({ asked, purchase: undefined, failure });
      } catch (error) {
        if (!current) return;
        const failure = errorMessage(error, 'Failed to create subscription');
        notify.error('Subscription Error', failure);
        setAnswer({ asked, purchase: undefined, failure });
        // It may have been bought in another tab meanwhile.
        void client.invalidateQueries({ queryKey: userQuery.queryKey });
      }
    });
    return () => {
      current = false;
      // Chosen again after another plan, it is asked for anew: that one has canceled this purchase.
      setAnswer(undefined);
    };
  }, [plan, asked, enabled, client]);

  const known = answer?.asked === asked ? answer : undefined;
  return {
    purchase: known?.purchase,
    failure: known?.failure,
    retry: useCallback(() => setAttempt((count) => count + 1), []),
  };
}

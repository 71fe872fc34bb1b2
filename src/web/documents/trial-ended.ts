import { useQuery } from '@tanstack/react-query';
import type { UserStatus } from '../../shared/accounts/account.contract.ts';
import { TRIAL_INVOICES } from '../../shared/subscription/plans.ts';
import { ApiError } from '../lib/api-error.ts';
import { userQuery, useUser } from '../lib/session.ts';

/** Whether a refusal says that the free trial is over: by its flag, or by its words alone. */
export function trialHasEnded(error: unknown): boolean {
  if (!(error instanceof ApiError) || error.status !== 403) return false;
  return (
    error.body?.['requiresSubscription'] === true ||
    /trial has (ended|expired)/i.test(error.message)
  );
}

/** Whether another invoice needs a plan first. */
function needsPlan({ subscriptionStatus, trialInvoicesUsed }: UserStatus): boolean {
  if (subscriptionStatus === 'active') return false;
  return subscriptionStatus === 'canceled' || trialInvoicesUsed >= TRIAL_INVOICES;
}

/**
 * Whether the account can make no further invoice without a plan; undefined while that is being
 * asked. What is known here may be older than a plan that was bought in another tab.
 */
export function useTrialEnded(): boolean | undefined {
  const user = useUser();
  const ended = Boolean(user && needsPlan(user));
  const asked = useQuery({ ...userQuery, staleTime: 0, enabled: ended });
  return ended && asked.isFetching ? undefined : ended;
}

import { ApiError } from '../lib/api-error.ts';

/** Whether a refusal says that the free trial is over: by its flag, or by its words alone. */
export function trialHasEnded(error: unknown): boolean {
  if (!(error instanceof ApiError) || error.status !== 403) return false;
  return (
    error.body?.['requiresSubscription'] === true ||
    /trial has (ended|expired)/i.test(error.message)
  );
}

import { useCallback } from 'react';
import { useSearchParams } from 'react-router';
import { safeReturnTo } from '../../lib/session.ts';

/**
 * Where to go once signed in: the page that was asked for, or the dashboard. The page is loaded
 * anew, so that nothing of a former session stays in memory.
 */
export function useSignedIn(): { go: () => void; withReturnTo: (path: string) => string } {
  const [params] = useSearchParams();
  const returnTo = safeReturnTo(params.get('returnTo'));
  const go = useCallback(() => globalThis.location.assign(returnTo), [returnTo]);
  const withReturnTo = (path: string) =>
    returnTo === '/' ? path : `${path}?returnTo=${encodeURIComponent(returnTo)}`;
  return { go, withReturnTo };
}

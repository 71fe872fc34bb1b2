import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { safeReturnTo } from '../../lib/session.ts';

/**
 * Where to go once signed in: the page that was asked for, or the dashboard. The page is loaded
 * anew, so that nothing of a former session stays in memory; until it is there, `leaving` is true.
 */
export function useSignedIn() {
  const [params] = useSearchParams();
  const [leaving, setLeaving] = useState(false);
  const returnTo = safeReturnTo(params.get('returnTo'));
  const leave = () => {
    setLeaving(true);
    globalThis.location.assign(returnTo);
  };
  const withReturnTo = (path: string) =>
    returnTo === '/' ? path : `${path}?returnTo=${encodeURIComponent(returnTo)}`;
  return { leave, leaving, withReturnTo };
}

import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Outlet, useLocation } from 'react-router';
import { accountMark } from '../lib/account-mark.ts';
import { isUnreachable, errorMessage } from '../lib/api-error.ts';
import { orpc } from '../lib/api.ts';
import { whatIsAway } from '../lib/connection.ts';
import { signInAddress, userQuery } from '../lib/session.ts';
import { PageSpinner } from '../ui/spinner.tsx';
import { releaseUnsavedGuards } from '../ui/unsaved-guard.tsx';
import { OutOfReach } from './out-of-reach.tsx';

/** How long the question who is signed in may take before loading is ended, in milliseconds. */
const LOADING_GUARD = 5_000;

/** The pages of a signed-in owner. Signed out, they show nothing and lead to sign-in and back. */
export function RequireUser() {
  const { data: user, error, isPending: userPending, refetch } = useQuery(userQuery);
  // Whether the test banner stands above the shell: known before it is drawn, so nothing moves.
  const installation = useQuery(orpc.account.installation.queryOptions());
  const isPending = userPending || installation.isPending;
  const location = useLocation();
  const [late, setLate] = useState(false);

  useEffect(() => {
    if (!isPending) return;
    const timer = setTimeout(() => {
      if (userPending) {
        // oxlint-disable-next-line eslint/no-console -- specified: a console note
        console.warn(
          `Who is signed in is not known after ${LOADING_GUARD / 1000} seconds; loading was ended.`,
        );
      }
      setLate(true);
    }, LOADING_GUARD);
    return () => clearTimeout(timer);
  }, [isPending, userPending]);

  const signedOut = user === null;
  const here = location.pathname + location.search;
  useEffect(() => {
    if (!signedOut) return;
    // Forms keep their drafts, so nobody needs to be asked.
    releaseUnsavedGuards();
    globalThis.location.replace(signInAddress(here));
  }, [signedOut, here]);

  if (user && (!installation.isPending || late)) return <Outlet />;
  if (signedOut) return null;
  if (isPending && !late) return <PageSpinner />;
  // The device itself knows that: whether the server is gone or the cable makes no difference.
  const nobody = isUnreachable(error) && accountMark() === undefined;
  return (
    <OutOfReach
      title={nobody ? `${whatIsAway()}, and you are not signed in` : 'Remit is not responding'}
      onRetry={() => {
        setLate(false);
        void refetch();
      }}
    >
      <p>
        {nobody
          ? 'Sign in when you are back online to open your pages.'
          : errorMessage(error, 'Remit could not be reached. Try again in a moment.')}
      </p>
    </OutOfReach>
  );
}

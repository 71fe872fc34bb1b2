import { useCallback, useEffect, useMemo, useState } from 'react';
import type { Portal } from '../../../shared/customer-portal/portal.contract.ts';
import { buttonClass } from '../../ui/public/button-class.ts';
import { STAGE } from '../../ui/public/slip.tsx';
import { Waiting } from '../../ui/public/waiting.tsx';
import { Ended, OpenLink } from './open-link.tsx';
import { isToken, readPortal, sendPortal } from './portal-calls.ts';
import { PortalView } from './portal-view.tsx';
import { Visit } from './visit.ts';

/** The token after the '#'. */
function readToken(): string | undefined {
  const token = location.hash.slice(1);
  return isToken(token) ? token : undefined;
}

/** Nobody copies it from the address, once it is known. */
const hideToken = () => history.replaceState(null, '', location.pathname);

/** `/portal`: all documents of a customer with a business, for whoever came by a mailed link. */
export function PortalPage() {
  // React may begin a drawing anew, which then reads it again: it is hidden once one stands.
  const [token, setToken] = useState(readToken);
  useEffect(() => {
    const follow = () => {
      const next = readToken();
      if (next === undefined) return;
      setToken(next);
      hideToken();
    };
    follow();
    // A link that is opened over a page of before changes nothing but what stands after the '#'.
    window.addEventListener('hashchange', follow);
    return () => window.removeEventListener('hashchange', follow);
  }, []);
  if (token !== undefined) {
    return <OpenLink key={token} token={token} onOpened={() => setToken(undefined)} />;
  }
  return <Visited />;
}

type Ending = 'ended' | 'signed out';

function Visited() {
  const [portal, setPortal] = useState<Portal>();
  const [ending, setEnding] = useState<Ending>();
  const [failure, setFailure] = useState<string>();
  const [changes, setChanges] = useState(0);
  const end = useCallback(() => setEnding((before) => before ?? 'ended'), []);
  const changed = useCallback(() => setChanges((count) => count + 1), []);
  const visit = useMemo(() => ({ end, changes, changed }), [end, changes, changed]);

  useEffect(() => {
    let current = true;
    void readPortal<Portal>('').then((outcome) => {
      if (!current) return;
      if (outcome.state === 'ended') end();
      else if (outcome.state === 'done') {
        setPortal(outcome.data);
        setFailure(undefined);
      } else setFailure(outcome.words);
    });
    return () => {
      current = false;
    };
  }, [changes, end]);

  // What was paid in another tab shows when this one is looked at again.
  useEffect(() => {
    const seen = () => {
      if (document.visibilityState === 'visible') changed();
    };
    document.addEventListener('visibilitychange', seen);
    return () => document.removeEventListener('visibilitychange', seen);
  }, [changed]);

  const signOut = async () => {
    const outcome = await sendPortal('/sign-out');
    if (outcome.state === 'done') setEnding('signed out');
    else changed();
  };

  if (ending) return <Ended signedOut={ending === 'signed out'} />;
  if (portal) {
    return (
      <Visit value={visit}>
        <PortalView portal={portal} onSignOut={() => void signOut()} />
      </Visit>
    );
  }
  if (failure === undefined) return <Waiting label="Loading your documents..." />;
  return (
    <main className={STAGE}>
      <p role="alert">{failure}</p>
      <button type="button" className={buttonClass('outlined', 'mt-4')} onClick={changed}>
        Try again
      </button>
    </main>
  );
}

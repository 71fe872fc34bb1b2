import { useEffect } from 'react';
import { isReachable, onConnectionChange, unreached } from '../lib/connection.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { VisuallyHidden } from '../ui/visually-hidden.tsx';
import classes from './shell.module.css';

/** Somebody signed out while the server could not be reached: nothing is shown until it has heard. */
export function SignedOutHere() {
  useEffect(() => {
    document.title = 'Signed out · Remit';
    unreached();
    return onConnectionChange(() => {
      if (isReachable()) globalThis.location.reload();
    });
  }, []);
  return (
    <main className={classes.content}>
      <h1>
        <VisuallyHidden>Signed out</VisuallyHidden>
      </h1>
      <EmptyState title="You are signed out on this device">
        <p>
          Nothing of your account is left here. Remit cannot be reached just now; your session ends
          there too as soon as it can.
        </p>
      </EmptyState>
    </main>
  );
}

import { useEffect } from 'react';
import { isReachable, onConnectionChange, reportUnreachable } from '../lib/connection.ts';
import { OutOfReach } from './out-of-reach.tsx';

/** Somebody signed out while the server could not be reached: nothing is shown until it has heard. */
export function SignedOutHere() {
  useEffect(() => {
    reportUnreachable();
    return onConnectionChange(() => {
      if (isReachable()) globalThis.location.reload();
    });
  }, []);
  return (
    <OutOfReach
      title="You are signed out on this device"
      onRetry={() => globalThis.location.reload()}
    >
      <p>
        None of your account’s data is left on this device. Remit cannot be reached right now; your
        session there ends once you are back online.
      </p>
    </OutOfReach>
  );
}

import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { useEffect } from 'react';
import { isReachable, onConnectionChange, unreached } from '../lib/connection.ts';
import { OutOfReach } from './out-of-reach.tsx';

/** The sign-in pages' frame asks who runs this installation; there is nobody to answer. */
const silent = new QueryClient({ defaultOptions: { queries: { enabled: false } } });

/** Somebody signed out while the server could not be reached: nothing is shown until it has heard. */
export function SignedOutHere() {
  useEffect(() => {
    unreached();
    return onConnectionChange(() => {
      if (isReachable()) globalThis.location.reload();
    });
  }, []);
  return (
    <QueryClientProvider client={silent}>
      <OutOfReach
        title="You are signed out on this device"
        onRetry={() => globalThis.location.reload()}
      >
        <p>
          Nothing of your account is left here. Remit cannot be reached just now; your session ends
          there too as soon as it can.
        </p>
      </OutOfReach>
    </QueryClientProvider>
  );
}

import type { QueryClient } from '@tanstack/react-query';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useSyncExternalStore } from 'react';
import { isReachable, onConnectionChange } from '../lib/connection.ts';
import { seenWords } from '../lib/instant-words.ts';
import { oldestSeen } from '../lib/last-seen/keep-last-seen.ts';

/** Undefined while all that is shown is what the server says now. */
export function useOfflineWords(): string | undefined {
  const client = useQueryClient();
  const subscribe = useCallback(
    (listener: () => void) => {
      const stops = [onConnectionChange(listener), client.getQueryCache().subscribe(listener)];
      return () => {
        for (const stop of stops) stop();
      };
    },
    [client],
  );
  return useSyncExternalStore(subscribe, () => offlineWords(client, new Date()));
}

function offlineWords(client: QueryClient, now: Date): string | undefined {
  const { at, kept } = oldestSeen(client);
  // After the connection is back, what is old says so until it has been read again.
  if (isReachable() && !kept) return undefined;
  const from = at === undefined ? '' : ` What you see is from ${seenWords(new Date(at), now)}.`;
  if (isReachable()) return from.trim();
  return (navigator.onLine ? 'Remit is out of reach.' : 'You are offline.') + from;
}

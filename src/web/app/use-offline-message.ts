import type { QueryClient } from '@tanstack/react-query';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useSyncExternalStore } from 'react';
import { orpc } from '../lib/api.ts';
import { onConnectionChange, outOfReach } from '../lib/connection.ts';
import { formatLastSeen } from '../lib/format-instant.ts';
import { oldestSeen } from '../lib/last-seen/keep-last-seen.ts';

/** What stands above the page; undefined while all that is shown is what the server says now. */
export function useOfflineMessage(): string | undefined {
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
  return useSyncExternalStore(subscribe, () => describeOffline(client, new Date()));
}

/** That the server cannot be reached, and what is to blame; undefined while it can. */
export function useOutOfReach(): string | undefined {
  return useSyncExternalStore(onConnectionChange, outOfReach);
}

function describeOffline(client: QueryClient, now: Date): string | undefined {
  const away = outOfReach();
  const { at, kept } = oldestSeen(client);
  // After the connection is back, what is old says so until it has been read again.
  if (away === undefined && !kept) return undefined;
  if (at === undefined) return away;
  // The same clock as the page beneath.
  const zone = client.getQueryData(orpc.profile.get.queryKey())?.timeZone;
  const from = `What you see is from ${formatLastSeen(new Date(at), now, zone)}.`;
  return away === undefined ? from : `${away} ${from}`;
}

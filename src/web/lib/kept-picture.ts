import { skipToken, useQuery } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { ApiError, Unreachable } from './api-error.ts';
import { isReachable, onConnectionChange } from './connection.ts';
import { readDataUrl } from './read-data-url.ts';

/**
 * A picture of the account's own that stays with its kept answers, so that it is there offline and
 * goes with them. The address of such a picture never gets another content.
 * @param address on our server; null and undefined where there is none
 * @returns what to show: the address, and the kept picture while the server cannot be reached
 */
export function useKeptPicture<T extends string | null | undefined>(address: T): T | string {
  const reachable = useSyncExternalStore(onConnectionChange, isReachable);
  const { data } = useQuery({
    queryKey: [['profile', 'picture'], { input: { address } }],
    queryFn: address ? ({ signal }) => dataUrl(address, signal) : skipToken,
  });
  return reachable ? address : (data ?? address);
}

/** @throws Unreachable, upon which what was kept is taken */
async function dataUrl(address: string, signal: AbortSignal): Promise<string> {
  let picture: Blob;
  try {
    // What the browser has drawn is not fetched again.
    const answer = await fetch(address, { cache: 'force-cache', signal });
    if (!answer.ok) throw new ApiError(answer.status, '', answer.statusText);
    picture = await answer.blob();
  } catch (error) {
    throw error instanceof ApiError || signal.aborted ? error : new Unreachable(error);
  }
  // As a data URL it is always text.
  return readDataUrl(picture);
}

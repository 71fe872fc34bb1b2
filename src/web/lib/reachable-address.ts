import { TRANSFER_PATH } from '../../shared/files/server-paths.ts';

/** This server may have several names: its own addresses are asked for where the page came from. */
export function reachable(uploadURL: string): string {
  const { origin } = window.location;
  const { pathname, search } = new URL(uploadURL, origin);
  return pathname.startsWith(TRANSFER_PATH) ? origin + pathname + search : uploadURL;
}

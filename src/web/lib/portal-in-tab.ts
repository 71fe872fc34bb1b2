/** Documents that are opened from a portal lead back to it; the tab remembers whose it is. */
import { tabStorage } from './storage.ts';

const NAME = 'portal-of';

/** @param businessName undefined once nobody is signed in */
export const rememberPortal = (businessName: string | undefined): void =>
  tabStorage.write(NAME, businessName);

/** Whether this tab came from the portal with a business. */
export const cameFromPortal = (businessName: string): boolean =>
  tabStorage.read(NAME) === businessName;

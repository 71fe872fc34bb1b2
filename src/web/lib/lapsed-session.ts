import { accountMark } from './account-mark.ts';
import { hasDrafts } from './form-draft.ts';
import { tabStorage } from './storage.ts';

/**
 * That the session which this tab showed has ended by itself, for the sign-in page to say. Noted for
 * the tab alone, until somebody signs in or it turns out that they signed out on purpose.
 */
const LAPSED = 'remit-lapsed';

/** Nothing is noted where nobody was signed in: a first visit has lost nothing. */
export function noteLapse(): void {
  if (accountMark() !== undefined) tabStorage.write(LAPSED, '1');
}

export const forgetLapse = () => tabStorage.write(LAPSED, undefined);

/** Why somebody finds themselves at sign-in; undefined where they came by themselves. */
export function describeLapse(): string | undefined {
  if (tabStorage.read(LAPSED) === null) return undefined;
  return hasDrafts()
    ? 'You were signed out. What you typed is kept in this tab.'
    : 'You were signed out. Sign in to continue.';
}

import { accountMark } from './account-mark.ts';
import { hasDrafts } from './form-draft.ts';

/**
 * That the session which this tab showed has ended by itself, for the sign-in page to say. Noted for
 * the tab alone, until somebody signs in or it turns out that they signed out on purpose.
 */
const LAPSED = 'remit-lapsed';

/** Nothing is noted where nobody was signed in: a first visit has lost nothing. */
export function noteLapse(): void {
  if (accountMark() === undefined) return;
  try {
    sessionStorage.setItem(LAPSED, '1');
  } catch {
    // Then the sign-in page gives no reason.
  }
}

export function forgetLapse(): void {
  try {
    sessionStorage.removeItem(LAPSED);
  } catch {
    // Nothing was stored then.
  }
}

/** Why somebody finds themselves at sign-in; undefined where they came by themselves. */
export function describeLapse(): string | undefined {
  try {
    if (sessionStorage.getItem(LAPSED) === null) return undefined;
  } catch {
    return undefined;
  }
  return hasDrafts()
    ? 'You were signed out. What you typed is kept in this tab.'
    : 'You were signed out. Sign in to go on.';
}

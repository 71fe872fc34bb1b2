import { readSessionMark, sessionMarkName } from '../../shared/accounts/session-mark.ts';

/**
 * Whose session this page was opened with, against whose session the browser holds now. Cookies are
 * the browser's, not the page's: somebody may sign out, or another account sign in, beside an open
 * page, and from then on its calls would be made in the other's name.
 */
const CHANNEL = 'remit-session';

let own: string | undefined = currentMark();
/** This page ends its session itself, and goes elsewhere. */
let leaving = false;
const listeners = new Set<(next: string | undefined) => void>();
const channel =
  typeof document === 'undefined' || typeof BroadcastChannel === 'undefined'
    ? undefined
    : new BroadcastChannel(CHANNEL);

/** The mark of the session that the browser holds now. */
function currentMark(): string | undefined {
  return typeof document === 'undefined' ? undefined : readSessionMark(document.cookie);
}

/** The mark of the account that this page belongs to; undefined while nobody is signed in. */
export function accountMark(): string | undefined {
  own ??= currentMark();
  return own;
}

/** Whether what the account was answered may be kept, now. */
export function mayKeep(mark: string): boolean {
  return !leaving && own === mark && currentMark() === mark;
}

/**
 * Whether the browser's session is still the one of this page. Where it is not, the page's end is
 * begun: nothing may be sent or shown any more.
 */
export function isSameAccount(): boolean {
  const mark = accountMark();
  if (leaving || mark === undefined) return true;
  const now = currentMark();
  if (now === mark) return true;
  for (const listener of listeners) listener(now);
  return false;
}

/** The page ends its session: what happens to the cookie from now on is its own doing. */
export function beginLeaving(): void {
  leaving = true;
}

/**
 * Takes this page's mark away, so that nothing kept is shown to anybody, and tells the other pages.
 * Another account's mark, which may have come meanwhile, stays.
 */
export function dropAccountMark(): void {
  leaving = true;
  if (own === undefined || typeof document === 'undefined') return;
  if (currentMark() !== own) return;
  document.cookie = `${sessionMarkName(true)}=; Max-Age=0; Path=/; Secure; SameSite=Lax`;
  document.cookie = `${sessionMarkName(false)}=; Max-Age=0; Path=/; SameSite=Lax`;
  channel?.postMessage('look');
}

interface CookieEvents {
  cookieStore?: EventTarget;
}

/**
 * Watches the browser's session for as long as the page lives.
 * @param onGone called with the mark of the session that took its place, if there is one
 */
export function watchAccount(onGone: (next: string | undefined) => void): void {
  listeners.add(onGone);
  const look = () => void isSameAccount();
  (globalThis as CookieEvents).cookieStore?.addEventListener('change', look);
  channel?.addEventListener('message', look);
  globalThis.addEventListener('pageshow', look);
  globalThis.addEventListener('focus', look);
  document.addEventListener('visibilitychange', look);
  if (own !== undefined) channel?.postMessage('look');
}

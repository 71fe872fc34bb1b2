import type { QueryClient } from '@tanstack/react-query';
import { queryOptions, useQuery } from '@tanstack/react-query';
import type { User } from '../../shared/accounts/account.contract.ts';
import { MOBILE_START_PATH } from '../../shared/mobile/mobile-app.ts';
import { beginLeaving, dropAccountMark } from './account-mark.ts';
import { ApiError } from './api-error.ts';
import { api, orpc } from './api.ts';
import { clearDrafts } from './form-draft.ts';
import { forgetLapse, noteLapse } from './lapsed-session.ts';
import { clearAnswers } from './last-seen/answer-store.ts';
import { nativePlatform } from './native/bridge.ts';
import { browserStorage } from './storage.ts';

const FRESH_FOR = 5 * 60_000;

/** The signed-in user, or null; fresh for five minutes. A 401 is an answer here, not an error. */
export const userQuery = queryOptions({
  queryKey: [...orpc.account.user.queryKey()],
  queryFn: async (): Promise<User | null> => {
    try {
      return await api.account.user();
    } catch (error) {
      if (!(error instanceof ApiError && error.status === 401)) throw error;
      forgetKept();
      return null;
    }
  },
  staleTime: FRESH_FOR,
});

/** The signed-in user; null when signed out, undefined while it is not known. */
export function useUser(): User | null | undefined {
  return useQuery(userQuery).data;
}

/** A call was refused because the session has ended: the shell then leads to sign-in. */
export function forgetUser(client: QueryClient): void {
  forgetKept();
  if (client.getQueryData(userQuery.queryKey)) client.setQueryData(userQuery.queryKey, null);
}

/** The session has ended by itself: what was seen goes with it, what was typed waits for its owner. */
function forgetKept(): void {
  noteLapse();
  dropAccountMark();
  void clearAnswers();
}

/** A sign-out that the server has not been told of yet waits here, */
const PENDING = 'remit-sign-out';
/**
 * and here, that somebody signed out on purpose: drafts in other tabs are not to outlive that. It
 * stays until somebody signs in, because a tab may sleep until then; it does not say who it was.
 */
const SIGNED_OUT = 'remit-signed-out';
/** What begins like this is one account's, and names it. */
const OF_ACCOUNT = 'remit.first-steps-hidden.';
/** Longer than this nobody waits to be signed out, in milliseconds. */
const PATIENCE = 10_000;

/**
 * Ends the session and goes to the front page, also when the request fails: nothing is shown here
 * any more either way, and the server is told as soon as it can be reached. Where the browser keeps
 * nothing, the session then lives until it is ended elsewhere.
 */
export async function logOut(): Promise<void> {
  beginLeaving();
  // Noted before the mark goes: the other tabs look here when they see it gone.
  browserStorage.write(SIGNED_OUT, '1');
  browserStorage.write(PENDING, '1');
  dropAccountMark();
  clearDrafts();
  forgetChoices();
  await clearAnswers();
  if (await endSession()) browserStorage.write(PENDING, undefined);
  // The front page is for a browser; from its start page the mobile app leads to sign-in.
  globalThis.location.assign(nativePlatform() ? MOBILE_START_PATH : '/');
}

/**
 * Removes what was typed in this tab where its account was signed out on purpose, here or in
 * another tab. After a session that ended by itself, it waits for its owner.
 * @returns whether it was
 */
export function dropDraftsOfSignedOut(): boolean {
  const onPurpose = browserStorage.read(SIGNED_OUT) !== null;
  if (onPurpose) {
    forgetLapse();
    clearDrafts();
    forgetChoices();
  }
  return onPurpose;
}

/** Somebody is signed in: what was noted of the last sign-out is done with. */
export function beginSession(): void {
  forgetLapse();
  browserStorage.write(SIGNED_OUT, undefined);
}

/**
 * Ends a session that somebody left while the server could not be reached. Asked before anything is
 * shown.
 * @returns whether that is still to be done
 */
export async function finishSignOut(): Promise<'nothing to do' | 'done' | 'not reached'> {
  if (browserStorage.read(PENDING) === null) return 'nothing to do';
  beginLeaving();
  dropAccountMark();
  clearDrafts();
  forgetChoices();
  await clearAnswers();
  if (!(await endSession())) return 'not reached';
  browserStorage.write(PENDING, undefined);
  return 'done';
}

/** @returns whether the server has ended it */
async function endSession(): Promise<boolean> {
  try {
    const answer = await fetch('/api/logout', {
      credentials: 'include',
      redirect: 'manual',
      signal: AbortSignal.timeout(PATIENCE),
    });
    return answer.type === 'opaqueredirect' || answer.ok;
  } catch {
    return false;
  }
}

/** What this browser remembers of an account under its id. */
function forgetChoices(): void {
  for (const name of browserStorage.namesWith(OF_ACCOUNT)) browserStorage.write(name, undefined);
}

/** Where sign-in begins, coming back to `path` afterwards. */
export function signInAddress(path: string): string {
  return path === '/' ? '/api/login' : `/api/login?returnTo=${encodeURIComponent(path)}`;
}

/**
 * The path to go to after signing in: one of our own, whatever the address bar says. Anything else,
 * such as '//elsewhere.example' or '/\elsewhere', gives '/'. What the server refuses is refused here
 * too: '/.//elsewhere' is resolved to '//elsewhere' on its way.
 */
export function safeReturnTo(value: string | null | undefined): string {
  if (!value || !/^\/(?![/\\])[^\\\u0000-\u0020\u007f]*$/.test(value)) return '/';
  const [path = ''] = value.split(/[?#]/);
  if (/\/(\/|\.{1,2}(\/|$)|%2e)/i.test(path)) return '/';
  return path.startsWith('/api/') ? '/' : value;
}

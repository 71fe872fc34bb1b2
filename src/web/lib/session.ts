import type { QueryClient } from '@tanstack/react-query';
import { queryOptions, useQuery } from '@tanstack/react-query';
import type { User } from '../../shared/accounts/account.contract.ts';
import { api, orpc } from './api.ts';
import { ApiError } from './api-error.ts';

const FRESH_FOR = 5 * 60_000;

/** The signed-in user, or null; fresh for five minutes. A 401 is an answer here, not an error. */
export const userQuery = queryOptions({
  queryKey: [...orpc.account.user.queryKey()],
  queryFn: async (): Promise<User | null> => {
    try {
      return await api.account.user();
    } catch (error) {
      if (error instanceof ApiError && error.status === 401) return null;
      throw error;
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
  if (client.getQueryData(userQuery.queryKey)) client.setQueryData(userQuery.queryKey, null);
}

/** Ends the session and goes to the front page, also when the request fails. */
export async function logOut(): Promise<void> {
  try {
    await fetch('/api/logout', { credentials: 'include', redirect: 'manual' });
  } catch {
    // Offline or refused: the front page says who is signed in.
  }
  globalThis.location.assign('/');
}

/** Where sign-in begins, coming back to `path` afterwards. */
export function signInAddress(path: string): string {
  return path === '/' ? '/api/login' : `/api/login?returnTo=${encodeURIComponent(path)}`;
}

/**
 * The path to go to after signing in: one of our own, whatever the address bar says. Anything else,
 * such as '//elsewhere.example' or '/\elsewhere', gives '/'.
 */
export function safeReturnTo(value: string | null | undefined): string {
  if (!value?.startsWith('/') || /^\/[/\\]/.test(value) || /[\u0000-\u001f]/.test(value))
    return '/';
  return value.startsWith('/api/') ? '/' : value;
}

import type { DoubtfulPasskey } from '../../../shared/accounts/account.contract.ts';
import { ApiError, errorMessage, toApiError } from '../../lib/api-error.ts';
import { withProof } from '../../lib/proof.ts';

/** Calls of sign-in, below /api/auth. They reject with `ApiError`, as all calls do. */
async function call<T>(path: string, body?: unknown, signal?: AbortSignal): Promise<T> {
  const response = await withProof(() =>
    fetch(`/api/auth${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      credentials: 'include',
      ...(body === undefined
        ? {}
        : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
      ...(signal ? { signal } : {}),
    }),
  );
  if (!response.ok) throw await toApiError(response);
  return (await response.json()) as T;
}

/** What a form says of a call that no field is to blame for. */
export const authFailure = (error: unknown) =>
  errorMessage(error, 'Remit could not be reached. Check your connection and try again.');

export const signIn = (body: { email: string; password: string }) =>
  call<{ user: unknown }>('/sign-in/email', body);

/** @returns whether the new account is signed in; otherwise its address must be confirmed first */
export async function signUp(body: {
  name: string;
  email: string;
  password: string;
}): Promise<boolean> {
  const answer = await call<{ token?: string | null; user?: unknown }>('/sign-up/email', body);
  // A session's token is never told; null says that there is none.
  return answer.token !== null;
}

/** Sends the message with which an address is confirmed once more. */
export const sendConfirmation = (email: string) =>
  call<unknown>('/send-verification-email', { email });

/** Answers the same whether the account exists or not. */
export const requestPasswordReset = (email: string) =>
  call<unknown>('/request-password-reset', {
    email,
    redirectTo: `${globalThis.location.origin}/reset-password`,
  });

/** What a reset by this link removes, unless its owner knows them. */
export const listResetPasskeys = (token: string) =>
  call<{ passkeys: DoubtfulPasskey[]; mayKeep: boolean }>('/reset-passkeys', { token });

export const resetPassword = (body: {
  newPassword: string;
  token: string;
  keepPasskeys: boolean;
}) => call<unknown>('/reset-password', body);

/** Ends all other sessions of the account. */
export const changePassword = (body: {
  currentPassword: string;
  newPassword: string;
  removePasskeys: boolean;
}) => call<unknown>('/change-password', body);

export const endOtherSessions = () => call<unknown>('/revoke-other-sessions', {});

export interface Passkey {
  id: string;
  name?: string | null;
  createdAt?: string | null;
}

export const listPasskeys = () => call<Passkey[]>('/passkey/list-user-passkeys');
export const deletePasskey = (id: string) => call<unknown>('/passkey/delete-passkey', { id });

export const passkeySignInOptions = (signal?: AbortSignal) =>
  call<PublicKeyCredentialRequestOptionsJSON>(
    '/passkey/generate-authenticate-options',
    undefined,
    signal,
  );
export const verifyPasskeySignIn = (response: unknown) =>
  call<unknown>('/passkey/verify-authentication', { response });
/** The signed-in person confirms who they are. */
export const confirmPassword = (password: string) =>
  call<unknown>('/confirm-password', { password });
export const confirmPasskey = (response: unknown) =>
  call<unknown>('/confirm-passkey', { response });

export const passkeyOptions = () =>
  call<PublicKeyCredentialCreationOptionsJSON>('/passkey/generate-register-options');
export const addPasskey = (body: { response: unknown; name: string }) =>
  call<Passkey>('/passkey/verify-registration', body);

/** Why the library refused, where our own code would not say it. */
export function authRefusal(error: unknown): string | undefined {
  const why = error instanceof ApiError ? error.body?.['reason'] : undefined;
  return typeof why === 'string' ? why : undefined;
}

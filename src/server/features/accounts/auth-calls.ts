import type * as z from 'zod';
import type { AttemptRule } from './attempt-limits.ts';
import { ATTEMPTS, STARTS } from './attempt-limits.ts';
import { AUTH_BODIES } from './auth-bodies.ts';
import { OIDC_PROVIDER_ID } from './oidc-provider.ts';
import type { OwnCall } from './own-calls.ts';

export interface AuthCall {
  method: 'GET' | 'POST';
  /** Below /api/auth. */
  path: string;
  body?: z.ZodType;
  /** Query parameters that are handed on; all others are dropped. */
  query?: readonly string[];
  /** Which sign-in offers it: what is not offered answers 403. Unset: both. */
  signIn?: 'built-in' | 'oidc';
  /**
   * Counted per address. An attempt that succeeds is given back, so that an office full of people
   * who know their passwords is never made to wait.
   */
  limit?: { kind: 'attempt' | 'start'; rule: AttemptRule };
  /** Tries the password of the account in the body, or of the signed-in one. */
  password?: 'of-body' | 'of-session';
  /** Takes a new password: for who signs up, for the signed-in account, or for a reset link's. */
  choosesPassword?: 'of-body' | 'of-session' | 'of-link';
  /** Sends a message to the address in the body. */
  message?: boolean;
  /** Answered by us. */
  own?: OwnCall;
  /** Needs a recent proof of who it is. */
  proof?: boolean;
  /** Answers with redirects, and with an error page of ours when it fails. */
  page?: boolean;
}

const attempt = { kind: 'attempt', rule: ATTEMPTS } as const;
const start = { kind: 'start', rule: STARTS } as const;
const builtIn = 'built-in' as const;

/** Where the provider sends its visitors back to. */
export const OIDC_CALLBACK = `/callback/${OIDC_PROVIDER_ID}`;

/** The library's calls that exist here, and those of ours among them. It has many more; what is not listed is not reachable. */
export const AUTH_CALLS: readonly AuthCall[] = [
  {
    method: 'POST',
    path: '/sign-up/email',
    body: AUTH_BODIES.signUp,
    signIn: builtIn,
    limit: start,
    choosesPassword: 'of-body',
  },
  {
    method: 'POST',
    path: '/sign-in/email',
    body: AUTH_BODIES.signIn,
    signIn: builtIn,
    limit: attempt,
    password: 'of-body',
  },
  { method: 'POST', path: '/sign-out', body: AUTH_BODIES.none },
  { method: 'GET', path: '/get-session' },
  {
    method: 'POST',
    path: '/request-password-reset',
    body: AUTH_BODIES.requestReset,
    signIn: builtIn,
    limit: start,
    message: true,
  },
  {
    method: 'POST',
    path: '/reset-password',
    body: AUTH_BODIES.reset,
    signIn: builtIn,
    limit: attempt,
    choosesPassword: 'of-link',
    own: 'reset-password',
  },
  {
    method: 'POST',
    path: '/change-password',
    body: AUTH_BODIES.changePassword,
    signIn: builtIn,
    limit: attempt,
    password: 'of-session',
    choosesPassword: 'of-session',
    own: 'change-password',
  },
  { method: 'POST', path: '/revoke-other-sessions', body: AUTH_BODIES.none },
  {
    method: 'POST',
    path: '/send-verification-email',
    body: AUTH_BODIES.sendVerification,
    signIn: builtIn,
    limit: start,
    message: true,
  },
  {
    method: 'POST',
    path: '/reset-passkeys',
    body: AUTH_BODIES.resetLink,
    signIn: builtIn,
    limit: attempt,
    own: 'reset-passkeys',
  },
  {
    method: 'POST',
    path: '/confirm-password',
    body: AUTH_BODIES.confirmPassword,
    signIn: builtIn,
    limit: attempt,
    password: 'of-session',
    own: 'confirm-password',
  },
  {
    method: 'POST',
    path: '/confirm-passkey',
    body: AUTH_BODIES.passkeySignIn,
    signIn: builtIn,
    limit: attempt,
    own: 'confirm-passkey',
  },
  {
    method: 'GET',
    path: '/passkey/generate-register-options',
    signIn: builtIn,
    limit: start,
    proof: true,
  },
  {
    method: 'POST',
    path: '/passkey/verify-registration',
    body: AUTH_BODIES.passkeyRegistration,
    signIn: builtIn,
    limit: attempt,
    proof: true,
  },
  { method: 'GET', path: '/passkey/generate-authenticate-options', signIn: builtIn, limit: start },
  {
    method: 'POST',
    path: '/passkey/verify-authentication',
    body: AUTH_BODIES.passkeySignIn,
    signIn: builtIn,
    limit: attempt,
  },
  { method: 'GET', path: '/passkey/list-user-passkeys', signIn: builtIn },
  {
    method: 'POST',
    path: '/passkey/delete-passkey',
    body: AUTH_BODIES.passkeyId,
    signIn: builtIn,
    own: 'delete-passkey',
    proof: true,
  },
  {
    method: 'POST',
    path: '/passkey/update-passkey',
    body: AUTH_BODIES.passkeyName,
    signIn: builtIn,
    proof: true,
  },
  {
    method: 'GET',
    path: OIDC_CALLBACK,
    query: ['code', 'state', 'error', 'iss'],
    signIn: 'oidc',
    limit: start,
    page: true,
  },
];

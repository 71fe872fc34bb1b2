import type { ErrorBody, ErrorCode } from '../../../shared/errors/app-error.ts';

/** For whoever was let in just before the account's ways in were changed or ended. */
export const ACCESS_CHANGED_MESSAGE =
  'The sign-in details of this account have changed in the meantime. Sign in again.';

/**
 * What people read for the library's error codes; codes that are not here get the sentence of
 * their status, so that nothing of its insides shows.
 */
const MESSAGES: Record<string, string> = {
  INVALID_EMAIL_OR_PASSWORD: 'Invalid email or password',
  INVALID_PASSWORD: 'The current password is incorrect',
  USER_ALREADY_EXISTS: 'An account with this email already exists. Sign in instead.',
  USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL:
    'An account with this email already exists. Sign in instead.',
  EMAIL_NOT_VERIFIED: 'Confirm your email address first. We have sent you a message with a link.',
  INVALID_TOKEN: 'This link is no longer valid. Ask for a new one.',
  TOKEN_EXPIRED: 'This link is no longer valid. Ask for a new one.',
  PASSWORD_TOO_SHORT: 'Choose a password of at least 8 characters',
  PASSWORD_TOO_LONG: 'Passwords have at most 128 characters',
  CREDENTIAL_ACCOUNT_NOT_FOUND: 'This account has no password',
  SESSION_NOT_FRESH: 'Sign in again to do this',
  CHALLENGE_NOT_FOUND: 'That took too long. Try again.',
  PASSKEY_NOT_FOUND: 'This passkey is not known here',
  AUTHENTICATION_FAILED: 'This passkey could not be used',
  FAILED_TO_VERIFY_REGISTRATION: 'This passkey could not be added',
  USER_NOT_VERIFIED: 'Unlock your device with its PIN, finger or face to use a passkey',
  ACCESS_CHANGED: ACCESS_CHANGED_MESSAGE,
  PREVIOUSLY_REGISTERED: 'This passkey has been added before',
};

const BY_STATUS: Record<number, { code: ErrorCode; message: string }> = {
  400: { code: 'BAD_REQUEST', message: 'The request is not valid' },
  401: { code: 'UNAUTHORIZED', message: 'Sign in to continue' },
  403: { code: 'FORBIDDEN', message: 'This is not allowed' },
  404: { code: 'NOT_FOUND', message: 'There is no such call' },
  409: { code: 'CONFLICT', message: 'This cannot be done right now' },
  422: { code: 'CONFLICT', message: 'This cannot be done' },
};

/** An answer of the library in the shape of all our errors; the status stays. */
export function authErrorBody(status: number, text: string): ErrorBody {
  const shape = BY_STATUS[status] ?? {
    code: 'INTERNAL' as const,
    message: 'Something went wrong on our side. Try again in a moment.',
  };
  const reason = errorCode(text);
  const message = MESSAGES[reason];
  return message ? { code: shape.code, message, reason } : { ...shape };
}

function errorCode(text: string): string {
  const { code } = jsonObject(text);
  return typeof code === 'string' ? code : '';
}

/**
 * An answer of the library for pages to read, as JSON. A session's token is a cookie that no script
 * may read, and no answer tells it or the session's id. Of an account that has no session yet because
 * its address must be confirmed first, `token` stays null.
 */
export function withoutSessionIds(text: string): string {
  const { token, session, ...rest } = jsonObject(text);
  if (token === undefined && session === undefined) return text || 'null';
  const { id: _id, token: _token, ...shown } = (session ?? {}) as Record<string, unknown>;
  return JSON.stringify({
    ...(token === null && { token }),
    ...(session !== undefined && { session: session && shown }),
    ...rest,
  });
}

/** An answer of the library; without fields when it is not an object. */
export function jsonObject(text: string): Record<string, unknown> {
  try {
    const body: unknown = JSON.parse(text);
    return typeof body === 'object' && body !== null ? { ...body } : {};
  } catch {
    return {};
  }
}

/** Why /sign-in was opened by a redirect, in its `error` parameter. */
export type SignInError =
  | 'provider_unavailable'
  | 'canceled'
  | 'expired'
  | 'account_not_linked'
  | 'email_missing'
  | 'link_invalid'
  | 'failed';

const SIGN_IN_ERRORS: Record<string, SignInError> = {
  access_denied: 'canceled',
  state_mismatch: 'expired',
  state_not_found: 'expired',
  please_restart_the_process: 'expired',
  account_not_linked: 'account_not_linked',
  email_not_found: 'email_missing',
  token_expired: 'link_invalid',
  invalid_token: 'link_invalid',
  user_not_found: 'link_invalid',
};

/** The address of the sign-in page that says what went wrong, and nothing that others wrote. */
export function signInErrorAddress(origin: string, reason: string): string {
  return `${origin}/sign-in?error=${SIGN_IN_ERRORS[reason.toLowerCase()] ?? 'failed'}`;
}

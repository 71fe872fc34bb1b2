/** Who calls: each test key is an account of its own. */
import { createHash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { Account, Store } from '../state/store.ts';
import { ApiError } from './api-error.ts';

const secretKey = /^(sk|rk)_test_[A-Za-z0-9_]{8,250}$/;
const publishableKey = /^pk_test_[A-Za-z0-9_]{8,250}$/;

export interface Caller {
  account: Account;
  key: string;
  /** A browser with a publishable key: it may confirm a payment whose client secret it knows. */
  publishable: boolean;
}

function givenKey(headers: IncomingHttpHeaders): string {
  const header = headers.authorization ?? '';
  const [scheme = '', value = ''] = header.split(/\s+/, 2);
  if (scheme.toLowerCase() === 'bearer') return value;
  if (scheme.toLowerCase() === 'basic') {
    return Buffer.from(value, 'base64').toString('utf8').split(':')[0] ?? '';
  }
  return '';
}

/** The key as an error may show it. */
function hinted(key: string): string {
  const prefix = /^[a-z]{2}_(test|live)_/.exec(key)?.[0] ?? '';
  const rest = key.slice(prefix.length);
  return prefix + '*'.repeat(Math.max(4, rest.length - 4)) + rest.slice(-4);
}

function refused(message: string, code?: string): ApiError {
  return new ApiError(401, 'invalid_request_error', message, code ? { code } : {});
}

export function revokeKey(store: Store, key: string, revoked = true): void {
  const keys = store.system.collection<true>('revoked-keys');
  if (revoked) keys.put(key, true);
  else keys.delete(key);
}

/** The account behind the key of a request; 401 without a good one. */
export function callerOf(store: Store, headers: IncomingHttpHeaders, formKey?: string): Caller {
  const key = givenKey(headers) || formKey || '';
  if (key === '') {
    throw refused(
      "You did not provide an API key. You need to provide your API key in the Authorization header, using Bearer auth (e.g. 'Authorization: Bearer YOUR_SECRET_KEY').",
    );
  }
  if (store.system.collection<true>('revoked-keys').has(key)) {
    throw refused(`Expired API Key provided: ${hinted(key)}`, 'api_key_expired');
  }
  if (secretKey.test(key)) return { account: store.account(key), key, publishable: false };
  if (publishableKey.test(key)) {
    return { account: store.account(`sk${key.slice(2)}`), key, publishable: true };
  }
  throw refused(`Invalid API Key provided: ${hinted(key)}`);
}

/** The account's id, the same for a key at all times. */
export function accountId(account: Account): string {
  return `acct_1${createHash('sha256').update(account.key).digest('hex').slice(0, 15)}`;
}

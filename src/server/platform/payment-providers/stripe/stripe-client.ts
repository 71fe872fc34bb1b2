import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import Stripe from 'stripe';
import { ProviderError } from '../payment-provider.ts';

/** Longer than the provider ever takes, shorter than a customer waits. */
const TIMEOUT_MS = 12_000;

// Connections are kept and shared by all accounts: each key has a client of its own, and a burst of
// events would otherwise open as many connections.
const agents = {
  http: new HttpAgent({ keepAlive: true, maxSockets: 32 }),
  https: new HttpsAgent({ keepAlive: true, maxSockets: 32 }),
};

/**
 * The provider's SDK with one account's key.
 * @param base instead of the provider's own address, such as 'http://127.0.0.1:4010'; null for it
 */
export function openStripeClient(
  secretKey: string,
  base: string | null,
  timeoutMs = TIMEOUT_MS,
): Stripe {
  const at = base === null ? undefined : new URL(base);
  const plain = at?.protocol === 'http:';
  return new Stripe(secretKey, {
    timeout: timeoutMs,
    // Each writing call carries a key of ours, so that once more is harmless.
    maxNetworkRetries: 1,
    telemetry: false,
    httpAgent: plain ? agents.http : agents.https,
    appInfo: { name: 'Remit' },
    ...(at ? { host: at.hostname, protocol: plain ? 'http' : 'https' } : {}),
    ...(at?.port ? { port: at.port } : {}),
  });
}

/** `ProviderError.code` of a key that is known and may not do this. */
export const PERMISSION = 'permission_denied';

/** What the SDK threw, in the port's terms. Its messages mask keys; nothing else secret is in them. */
export function toProviderError(error: unknown): ProviderError {
  if (error instanceof ProviderError) return error;
  const { StripeError } = Stripe.errors;
  if (!(error instanceof StripeError)) {
    return new ProviderError('unavailable', 'Stripe could not be reached.');
  }
  const code = error.code ?? null;
  switch (error.type) {
    case 'StripeAuthenticationError':
      return new ProviderError('credentials', 'Stripe does not accept the secret key.', code);
    case 'StripePermissionError':
      return new ProviderError(
        'credentials',
        'The secret key lacks a permission that payments need.',
        PERMISSION,
      );
    case 'StripeIdempotencyError':
      return new ProviderError('key-reused', error.message, code);
    case 'StripeInvalidRequestError':
    case 'StripeCardError': {
      // A request with the same key is still under way: neither refused nor done.
      const unsure = error.statusCode === 409 || error.statusCode === undefined;
      const made = error.payment_intent?.id;
      return new ProviderError(unsure ? 'unavailable' : 'rejected', error.message, code, made);
    }
    default:
      return new ProviderError('unavailable', 'Stripe is not responding right now.', code);
  }
}

/**
 * Makes a call, with its failures in the port's terms. A 404 whose body names no error counts as
 * success in the SDK, so an answer must say what it is.
 */
export async function ask<T extends { object: string }>(
  kind: T['object'],
  call: () => Promise<T>,
): Promise<T> {
  let answer: T;
  try {
    answer = await call();
  } catch (error) {
    throw toProviderError(error);
  }
  if (answer?.object !== kind) {
    throw new ProviderError('unavailable', 'Stripe gave an answer that cannot be read.');
  }
  return answer;
}

/** PayPal-Request-Id: what was asked for under one id is done once. */
import { createHash } from 'node:crypto';
import type { Answer, RouteRequest } from '../http/router.ts';
import type { SandboxContext } from '../sandbox-context.ts';
import type { Account } from '../state/store.ts';
import { errorAnswer, invalid, PaypalError, unprocessable } from './paypal-error.ts';

const hour = 3_600_000;

/** How long PayPal remembers an id (Orders v2: 6 hours; Payments v2: 45 days). */
export const remembered = { orders: 6 * hour, payments: 45 * 24 * hour };

interface Remembered {
  fingerprint: string;
  expiresAt: number;
  /** The id of what was made; of a refusal, its answer. */
  result: { id: string } | { refused: Answer };
}

/** The request's id, if it has one. @throws PaypalError 400 for one that is too long */
export function requestIdOf({ headers }: RouteRequest): string | undefined {
  const id = headers['paypal-request-id'];
  if (typeof id !== 'string' || id === '') return undefined;
  if (id.length > 108) {
    throw invalid('INVALID_STRING_LENGTH', 'The request id is too long.', {
      field: 'PayPal-Request-Id',
      location: 'header',
    });
  }
  return id;
}

export interface Once {
  context: SandboxContext;
  account: Account;
  request: RouteRequest;
  /** Ids of different operations do not meet. */
  operation: string;
  lifetime: number;
  /** Whether a refusal is what the id stands for from now on: money was asked for and declined. */
  keeps?(error: PaypalError): boolean;
}

/**
 * Runs `make`, or shows what it made before for the same request.
 * @param make makes the thing and returns its id; it may throw a PaypalError
 * @param show answers with the thing as it is now
 * @throws PaypalError 422 when the id came before with another request
 */
export function once(
  { context, account, request, operation, lifetime, keeps }: Once,
  make: () => string,
  show: (id: string, isNew: boolean) => Answer,
): Answer {
  const requestId = requestIdOf(request);
  if (!requestId) return show(make(), true);
  const seen = account.collection<Remembered>('paypal-idempotency');
  const key = `${operation}:${requestId}`;
  const fingerprint = createHash('sha256')
    .update(`${request.path}\n`)
    .update(request.body)
    .digest('hex');
  const before = seen.get(key);
  const expiresAt = context.clock.now() + lifetime;
  if (before && before.expiresAt > context.clock.now()) {
    if (before.fingerprint !== fingerprint) {
      throw unprocessable(
        'DUPLICATE_REQUEST_ID',
        'This PayPal-Request-Id came before with another request.',
        { field: 'PayPal-Request-Id', value: requestId, location: 'header' },
      );
    }
    return 'id' in before.result ? show(before.result.id, false) : before.result.refused;
  }
  try {
    const id = make();
    seen.put(key, { fingerprint, expiresAt, result: { id } });
    return show(id, true);
  } catch (error) {
    if (error instanceof PaypalError && keeps?.(error)) {
      seen.put(key, { fingerprint, expiresAt, result: { refused: errorAnswer(error) } });
    }
    throw error;
  }
}

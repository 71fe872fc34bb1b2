/** One operation of PayPal's API: its path, what its body holds, and what it does. */
import { createHash } from 'node:crypto';
import type * as z from 'zod';
import type { Answer, Incoming, Method, Route } from '../http/route.ts';
import type { SandboxContext, Work } from '../sandbox-context.ts';
import {
  errorAnswer,
  invalid,
  newDebugId,
  orderedFailure,
  PaypalError,
  unprocessable,
} from './error.ts';
import { readBody } from './schemas.ts';
import { authenticate } from './tokens.ts';

export interface Call extends Work {
  id: string;
  incoming: Incoming;
  requestId: string | undefined;
  /** Whether the whole object is wanted, and not the least that PayPal answers with. */
  whole: boolean;
}

export interface Operation {
  method: Method;
  path: string;
  run(call: Call): Answer;
}

export const operation = (method: Method, path: string, run: Operation['run']): Operation => ({
  method,
  path,
  run,
});

export const bodyOperation = <S extends z.ZodType>(
  method: Method,
  path: string,
  schema: S,
  run: (call: Call, body: z.output<S>) => Answer,
): Operation => operation(method, path, (call) => run(call, readBody(schema, call.incoming)));

interface Remembered {
  fingerprint: string;
  expiresAt: number;
  result: { id: string } | { refused: Answer };
}

interface IdempotentOperation<S extends z.ZodType> {
  path: string;
  schema: S;
  /** Ids of different operations do not meet. */
  name: string;
  /** How long PayPal remembers a request id: six hours unless told (Orders v2). */
  lifetime?: number;
  make(call: Call, body: z.output<S>): string;
  /** Answers with the thing as it is now. */
  show(call: Call, id: string): object;
  /** Whether a refusal is what the request id stands for from now on: money was declined. */
  keeps?(error: PaypalError): boolean;
}

/** An operation that is done once for a PayPal-Request-Id: the next one shows what it made before. */
export function idempotent<S extends z.ZodType>(what: IdempotentOperation<S>): Operation {
  const { schema, name, lifetime = 6 * 3_600_000, make, show, keeps } = what;
  return operation('POST', what.path, (call) => {
    const { context, account, incoming, requestId } = call;
    const run = (): string => make(call, readBody(schema, incoming));
    const answer = (id: string, status: number) => ({ status, body: show(call, id) });
    if (requestId === undefined) return answer(run(), 201);
    const seen = account.collection<Remembered>('paypal-idempotency');
    const key = `${name}:${requestId}`;
    const fingerprint = createHash('sha256')
      .update(`${incoming.path}\n${incoming.body}`)
      .digest('hex');
    const before = seen.get(key);
    const now = context.clock.now();
    if (before && before.expiresAt > now) {
      if (before.fingerprint !== fingerprint) {
        const at = { field: 'PayPal-Request-Id', value: requestId, location: 'header' } as const;
        throw unprocessable('DUPLICATE_REQUEST_ID', at);
      }
      return 'id' in before.result ? answer(before.result.id, 200) : before.result.refused;
    }
    const remember = (result: Remembered['result']) =>
      seen.put(key, { fingerprint, expiresAt: now + lifetime, result });
    try {
      const id = run();
      remember({ id });
      return answer(id, 201);
    } catch (error) {
      if (error instanceof PaypalError && keeps?.(error)) remember({ refused: errorAnswer(error) });
      throw error;
    }
  });
}

/** The request's id, if it has one. @throws PaypalError 400 for one that is too long */
function readRequestId({ headers }: Incoming): string | undefined {
  const id = headers['paypal-request-id'];
  if (typeof id !== 'string' || id === '') return undefined;
  if (id.length <= 108) return id;
  const at = { field: 'PayPal-Request-Id', location: 'header' } as const;
  throw invalid('INVALID_STRING_LENGTH', 'The request id is too long.', at);
}

function readParams({ body, query }: Incoming): unknown {
  try {
    return body === '' ? Object.fromEntries(query) : JSON.parse(body);
  } catch {
    return body;
  }
}

/** The operation as a route: signed in, with refusals answered in PayPal's form. */
export const toRoute =
  (context: SandboxContext) =>
  ({ method, path, run }: Operation): Route => ({
    method,
    path,
    fail: orderedFailure,
    handler(request) {
      try {
        const { id, headers, trace } = request;
        const { account } = authenticate(context, headers.authorization);
        Object.assign(trace, { account: account.key, params: readParams(request) });
        const requestId = readRequestId(request);
        const whole = method === 'GET' || headers['prefer'] === 'return=representation';
        const answer = run({ context, account, id, incoming: request, requestId, whole });
        return { ...answer, headers: { 'paypal-debug-id': newDebugId(), ...answer.headers } };
      } catch (error) {
        if (error instanceof PaypalError) return errorAnswer(error);
        throw error;
      }
    },
  });

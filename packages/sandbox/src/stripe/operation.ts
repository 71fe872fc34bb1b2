/** One operation of Stripe's API: its path, the schema of its parameters, and what it does. */
import type { IncomingHttpHeaders } from 'node:http';
import * as z from 'zod';
import type { Answer, Incoming, Method, Route } from '../http/route.ts';
import type { SandboxContext } from '../sandbox-context.ts';
import { newId } from '../state/ids.ts';
import type { Account, Store } from '../state/store.ts';
import { errorAnswer, invalid, orderedFailure, StripeError, unauthorized } from './error.ts';
import { hash, limit, list, readForm, readParams, string } from './fields.ts';
import { type ApiObjects, expand, find, objects, toId, toList, type Work } from './objects.ts';

export interface Call<P> extends Work {
  params: P;
  id: string;
  /** Whether a browser calls, with the publishable key. */
  publishable: boolean;
}

export interface Operation {
  method: Method;
  path: string;
  input: z.ZodObject;
  /** Publishable keys may call it, from browsers of any origin. */
  publishable: boolean;
  run(call: Call<unknown>): object;
}

export const expandable = { expand: list(string).optional() };

/** An operation that answers an object (its ids not expanded) or throws a `StripeError`. */
export const operation = <S extends z.ZodObject>(
  method: Method,
  path: string,
  input: S,
  run: (call: Call<z.output<S>>) => object,
  publishable = false,
): Operation => ({
  method,
  path,
  // Every call takes it but most deletions.
  input: method === 'DELETE' ? input : input.extend(expandable),
  publishable,
  run: (call) => run(call as Call<z.output<S>>),
});

export const readOperation = (path: string, name: keyof ApiObjects): Operation =>
  operation('GET', `${path}/:id`, hash({}), (call) => find(call, name, call.id));

/** Whether the fields of an object are as parameters of the same names say. */
function isAsked(item: object, params: Record<string, unknown>): boolean {
  const fields = item as Record<string, string | { id: string } | boolean | null>;
  return Object.entries(params).every(([name, wanted]) => {
    const value = fields[name];
    return wanted === (typeof value === 'boolean' ? value : toId(value));
  });
}

/** `GET …`, newest first, as many as are asked for. @param keep goes by the parameters */
export const listOperation = <N extends keyof ApiObjects, F extends z.ZodRawShape>(
  path: string,
  name: N,
  fields: F,
  keep: (item: ApiObjects[N], params: { [K in keyof F]?: z.output<F[K]> }) => boolean = isAsked,
): Operation =>
  operation('GET', path, hash({ limit, ...fields }).partial(), (call) => {
    const { limit: most = 10, ...params } = call.params as { limit?: number };
    const items = objects(call, name)
      .list()
      .filter((item) => keep(item, params as never))
      .reverse();
    return toList(items.slice(0, most), path, items.length > most);
  });

/** `DELETE …/:id`. @param forget does what follows from the deletion */
export const deleteOperation = <N extends keyof ApiObjects>(
  path: string,
  name: N,
  forget: (object: ApiObjects[N], work: Work) => void,
): Operation =>
  operation('DELETE', `${path}/:id`, hash({}), (call) => {
    const object = find(call, name, call.id);
    forget(object, call);
    objects(call, name).delete(call.id);
    return { id: call.id, object: object.object, deleted: true };
  });

const keyPattern = /^(sk|rk|pk)_test_[A-Za-z0-9_]{8,250}$/;

/** The key of a request: of the scheme Bearer, or as the user of Basic. */
function readKey({ authorization = '' }: IncomingHttpHeaders): string {
  const [scheme = '', value = ''] = authorization.split(/\s+/, 2);
  if (scheme.toLowerCase() === 'bearer') return value;
  if (scheme.toLowerCase() !== 'basic') return '';
  return Buffer.from(value, 'base64').toString('utf8').split(':')[0] ?? '';
}

/** The key as an error may show it. */
function maskKey(key: string): string {
  const prefix = /^[a-z]{2}_(test|live)_/.exec(key)?.[0] ?? '';
  const rest = key.slice(prefix.length);
  return prefix + '*'.repeat(Math.max(4, rest.length - 4)) + rest.slice(-4);
}

export const revokedKeys = (store: Store) => store.system.collection<true>('revoked-keys');

/** The account behind the key of a request: each test key is one of its own. @throws StripeError 401 */
function authenticate(store: Store, key: string): { account: Account; publishable: boolean } {
  if (key === '') {
    throw unauthorized(
      "You did not provide an API key. You need to provide your API key in the Authorization header, using Bearer auth (e.g. 'Authorization: Bearer YOUR_SECRET_KEY').",
    );
  }
  if (revokedKeys(store).has(key)) {
    throw unauthorized(`Expired API Key provided: ${maskKey(key)}`, 'api_key_expired');
  }
  if (!keyPattern.test(key)) throw unauthorized(`Invalid API Key provided: ${maskKey(key)}`);
  const publishable = key.startsWith('pk');
  return { account: store.account(publishable ? `sk${key.slice(2)}` : key), publishable };
}

const idempotencyMs = 24 * 60 * 60 * 1000;
const inFlight = new Set<string>();

interface SavedAnswer extends Answer {
  fingerprint: string;
  /** Milliseconds of the sandbox's clock. */
  at: number;
  requestId: string;
}

/** Runs a call for the first time under its idempotency key, or answers as then. */
async function runOnce(
  { account, context }: Work,
  requestId: string,
  key: string,
  fingerprint: string,
  run: () => Promise<Answer>,
): Promise<Answer> {
  if (key.length > 255) throw invalid('Idempotency keys can have up to 255 characters.');
  const running = `${context.url} ${account.key} ${key}`;
  if (inFlight.has(running)) {
    throw new StripeError(
      409,
      'idempotency_error',
      `There is currently another in-progress request using this Idempotent Key (that probably means you submitted twice, and the other request is still going through): ${key}. Please try again later.`,
      { code: 'idempotency_key_in_use' },
    );
  }
  const saved = account.collection<SavedAnswer>('idempotency');
  const found = saved.get(key);
  if (found && context.clock.now() - found.at < idempotencyMs) {
    if (found.fingerprint !== fingerprint) {
      throw new StripeError(
        400,
        'idempotency_error',
        `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`,
      );
    }
    const headers = { 'idempotent-replayed': 'true', 'original-request': found.requestId };
    return { status: found.status, headers, body: found.body };
  }
  inFlight.add(running);
  const answer = await run().finally(() => inFlight.delete(running));
  saved.put(key, { ...answer, fingerprint, at: context.clock.now(), requestId });
  return answer;
}

function answerError(error: unknown): Answer {
  if (error instanceof StripeError) return errorAnswer(error);
  throw error;
}

async function serve(
  context: SandboxContext,
  { method, input, publishable, run }: Operation,
  request: Incoming,
  requestId: string,
): Promise<Answer> {
  const { account, publishable: isBrowser } = authenticate(context.store, readKey(request.headers));
  Object.assign(request.trace, { account: account.key, publishable: isBrowser });
  if (isBrowser && !publishable) {
    throw unauthorized(
      'This API call cannot be made with a publishable API key. Please use a secret API key. You can find a list of your API keys at https://dashboard.stripe.com/account/apikeys.',
      'secret_key_required',
    );
  }
  const form = readForm(request.query, new URLSearchParams(request.body));
  request.trace.params = form;
  const { expand: paths, ...params } = readParams(input, form) as { expand?: string[] };
  const given = method === 'GET' ? undefined : request.headers['idempotency-key'];
  const key = typeof given === 'string' && given !== '' ? given : null;
  const work = { context, account };
  const attempt = async (): Promise<Answer> => {
    await request.hold();
    try {
      const answer = run({ ...work, params, id: request.id, publishable: isBrowser });
      return { body: expand(work, answer, paths) };
    } catch (error) {
      return answerError(error);
    }
  };
  const fingerprint = `${method} ${request.path} ${JSON.stringify(form)}`;
  return key === null ? attempt() : runOnce(work, requestId, key, fingerprint, attempt);
}

/** The operation as a route: for the key's account, with errors answered in Stripe's form. */
export const toRoute =
  (context: SandboxContext) =>
  (what: Operation): Route => ({
    method: what.method,
    path: what.path,
    cors: what.publishable,
    waits: true,
    fail: orderedFailure,
    async handler(request) {
      const id = newId('req', 14);
      const answer = await serve(context, what, request, id).catch(answerError);
      return { ...answer, headers: { 'request-id': id, ...answer.headers } };
    },
  });

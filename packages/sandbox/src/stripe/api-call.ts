/** One call of the API: who calls, what with, once per idempotency key, answered in Stripe's shapes. */
import type { Answer, Route, RouteRequest } from '../http/router.ts';
import type { SandboxContext } from '../sandbox-context.ts';
import { newId } from '../state/new-id.ts';
import type { Account } from '../state/store.ts';
import { ApiError, errorAnswer, invalid } from './api-error.ts';
import { callerOf } from './api-keys.ts';
import { expanded } from './expand.ts';
import { readForm } from './form-params.ts';
import { expand, type Fields, type Params, readFields } from './params.ts';
import { objects, type StripeObjects } from './stripe-objects.ts';

/** On whose behalf something happens, and because of which request (null: by itself). */
export interface Work {
  context: SandboxContext;
  account: Account;
  request: { id: string; idempotency_key: string | null } | null;
}

/** What happens by the clock, on a page or by a test's order: because of no request of the API. */
export function unasked(context: SandboxContext, account: Account): Work {
  return { context, account, request: null };
}

/** An object by its id alone, in whatever account it is: for pages and controls, that bring no key. */
export function anywhere<N extends keyof StripeObjects>(
  context: SandboxContext,
  name: N,
  id = '',
): { work: Work; object: StripeObjects[N] } | null {
  const hit = context.store.find<StripeObjects[N]>(name, id);
  return hit ? { work: unasked(context, hit.account), object: hit.object } : null;
}

export interface Call<F extends Fields> extends Work {
  params: Params<F & typeof expand>;
  /** The `:id` of the path. */
  id: string;
  /** Whether a browser calls, with the publishable key. */
  publishable: boolean;
}

export interface ApiRoute extends Route {
  fields: Fields;
}

export interface ApiOptions {
  /** Publishable keys may call it, from browsers of any origin. */
  publishable?: boolean;
  /** Whether it takes `expand`; deletions do not. */
  expands?: boolean;
}

const idempotencyMs = 24 * 60 * 60 * 1000;
const inFlight = new WeakMap<Account, Set<string>>();

function replayed(work: Work, key: string, fingerprint: string): Answer | null {
  const saved = objects(work.account, 'idempotency');
  const found = saved.get(key);
  if (inFlight.get(work.account)?.has(key)) {
    throw new ApiError(
      409,
      'idempotency_error',
      `There is currently another in-progress request using this Idempotent Key (that probably means you submitted twice, and the other request is still going through): ${key}. Please try again later.`,
      { code: 'idempotency_key_in_use' },
    );
  }
  if (!found) return null;
  if (work.context.clock.now() - found.at >= idempotencyMs) {
    saved.delete(key);
    return null;
  }
  if (found.fingerprint !== fingerprint) {
    throw new ApiError(
      400,
      'idempotency_error',
      `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`,
    );
  }
  return {
    status: found.status,
    headers: { 'idempotent-replayed': 'true', 'original-request': found.requestId },
    body: found.body,
  };
}

function checkVersion(version: string | string[] | undefined): void {
  if (version === undefined) return;
  if (typeof version !== 'string' || !/^\d{4}-\d{2}-\d{2}(\.[a-z]+)?$/.test(version)) {
    throw invalid(`Invalid Stripe API version: ${String(version)}`);
  }
}

function answerOf(run: () => object): Answer {
  try {
    return { status: 200, body: run() };
  } catch (error) {
    if (error instanceof ApiError) return errorAnswer(error);
    throw error;
  }
}

async function once(
  work: Work,
  key: string | null,
  fingerprint: string,
  delayed: () => Promise<void>,
  run: () => object,
): Promise<Answer> {
  if (key === null) {
    await delayed();
    return answerOf(run);
  }
  if (key.length > 255) throw invalid('Idempotency keys can have up to 255 characters.');
  const before = replayed(work, key, fingerprint);
  if (before) return before;
  const keys = inFlight.get(work.account) ?? new Set();
  inFlight.set(work.account, keys.add(key));
  try {
    await delayed();
    const answer = answerOf(run);
    objects(work.account, 'idempotency').put(key, {
      fingerprint,
      at: work.context.clock.now(),
      status: answer.status,
      body: answer.body as object,
      requestId: work.request?.id ?? '',
    });
    return answer;
  } finally {
    keys.delete(key);
  }
}

/** A route of the API. `run` answers the object (ids unexpanded) or throws an `ApiError`. */
export function api<F extends Fields>(
  context: SandboxContext,
  method: 'GET' | 'POST' | 'DELETE',
  pattern: string,
  fields: F,
  run: (call: Call<F>) => object,
  { publishable = false, expands = true }: ApiOptions = {},
): ApiRoute {
  const allFields = expands ? { ...fields, ...expand } : fields;
  async function handler(request: RouteRequest): Promise<Answer> {
    const requestId = newId('req', 14);
    const headers: Record<string, string> = { 'request-id': requestId };
    const version = request.headers['stripe-version'];
    if (typeof version === 'string') headers['stripe-version'] = version;
    try {
      const caller = callerOf(context.store, request.headers);
      request.trace.account = caller.account.key;
      request.trace.publishable = caller.publishable;
      if (caller.publishable && !publishable) {
        throw new ApiError(
          401,
          'invalid_request_error',
          'This API call cannot be made with a publishable API key. Please use a secret API key. You can find a list of your API keys at https://dashboard.stripe.com/account/apikeys.',
          { code: 'secret_key_required' },
        );
      }
      checkVersion(version);
      const form = readForm(request.query, request.body.toString('utf8'));
      request.trace.params = form;
      const params = readFields<F & typeof expand>(allFields as F & typeof expand, form);
      const given = request.headers['idempotency-key'];
      const key = method === 'GET' || typeof given !== 'string' || given === '' ? null : given;
      if (key) headers['idempotency-key'] = key;
      const { account } = caller;
      const work: Work = { context, account, request: { id: requestId, idempotency_key: key } };
      const call = {
        ...work,
        params,
        id: request.params.id ?? '',
        publishable: caller.publishable,
      };
      const fingerprint = `${method} ${request.path} ${JSON.stringify(form)}`;
      const answer = await once(work, key, fingerprint, request.delayed, () => {
        const result = run(call);
        return expanded(work, result, (params as { expand?: string[] }).expand ?? []);
      });
      return { ...answer, headers: { ...headers, ...answer.headers } };
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      const answer = errorAnswer(error);
      return { ...answer, headers: { ...headers, ...answer.headers } };
    }
  }
  return { method, pattern, fields: allFields, cors: publishable, waits: true, handler };
}

import { createHash } from 'node:crypto';
import type { z } from 'zod';
import { createTimeoutSignal } from '../../clock/running-signal.ts';
import { ProviderError } from '../payment-provider.ts';
import { paypalId, tokenAnswer } from './paypal-answers.ts';
import type { PaypalHost } from './paypal-hosts.ts';
import { PaypalRefusal, toProviderError, unavailable } from './paypal-refusal.ts';
import type { PaypalKeys, PaypalTokens } from './paypal-tokens.ts';
import { identifyAccount } from './paypal-tokens.ts';

export interface PaypalCall<Schema extends z.ZodType> {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** Begins with a slash; ids in it are checked by the caller. */
  path: string;
  /** An object becomes JSON; bytes are sent as they are. */
  body?: object | Buffer;
  /** PayPal-Request-Id: PayPal does what it asks for once. */
  requestId?: string;
  /** What the answer must hold; left out where nothing of it is read. */
  answer?: Schema;
}

export interface PaypalClient {
  /** @throws ProviderError; a `PaypalRefusal` where PayPal said no */
  call<Schema extends z.ZodType>(call: PaypalCall<Schema>): Promise<z.output<Schema>>;
  /** Asks for a token anew, so that keys revoked since are noticed. */
  authenticate(): Promise<void>;
}

export interface PaypalClientOptions {
  host: PaypalHost;
  keys: PaypalKeys;
  tokens: PaypalTokens;
  fetch: typeof fetch;
  /** Milliseconds for one call, its answer read to the end. */
  timeLimit: number;
}

/** What can stand in the header that carries both; a colon ends the client id there. */
const CLIENT_ID = /^[\x21-\x39\x3b-\x7e]+$/;
const SECRET = /^[\x21-\x7e]+$/;

/** PayPal takes request ids of at most 108 characters. */
const REQUEST_ID = /^[\x21-\x7e]{1,108}$/;

/** The PayPal-Request-Id of a key: always the same for the same purpose and key. */
export function makeRequestId(purpose: string, key: string): string {
  const id = `${purpose}:${key}`;
  if (REQUEST_ID.test(id)) return id;
  return `${purpose}:${createHash('sha256').update(key).digest('hex')}`;
}

/**
 * A client of one account. By itself it repeats a call only when its token had expired, or when the
 * connection broke and the call reads, or carries a PayPal-Request-Id.
 */
export function paypalClient(options: PaypalClientOptions): PaypalClient {
  const { host, keys, tokens, timeLimit } = options;
  const account = identifyAccount(host.apiBase, keys);

  /** The status and the text of an answer, in time. */
  async function exchange(path: string, init: RequestInit, repeatable: boolean) {
    const signal = createTimeoutSignal(timeLimit);
    for (let attempt = 1; ; attempt += 1) {
      try {
        // A redirect would carry the keys to another house.
        const request: RequestInit = { ...init, redirect: 'error', signal };
        const response = await options.fetch(host.apiBase + path, request);
        return { status: response.status, text: await response.text() };
      } catch {
        // Nothing of the cause is kept: it can quote headers, and those hold the keys.
        if (signal.aborted) throw unavailable('PayPal did not answer in time.');
        // A kept connection that the other side has closed is noticed only when it is used.
        if (attempt > 1 || !repeatable) throw unavailable('PayPal cannot be reached.');
      }
    }
  }

  /**
   * @param repeatable whether doing it twice is doing it once
   * @throws ProviderError 'unavailable' without an answer in JSON
   */
  async function send(
    path: string,
    init: RequestInit,
    repeatable: boolean,
  ): Promise<{ status: number; body: unknown }> {
    const { status, text } = await exchange(path, init, repeatable);
    if (status === 204) return { status, body: undefined };
    try {
      return { status, body: JSON.parse(text) as unknown };
    } catch {
      throw unavailable(`PayPal's answer cannot be read (HTTP ${status}).`);
    }
  }

  async function askForToken() {
    if (!CLIENT_ID.test(keys.clientId) || !SECRET.test(keys.clientSecret)) {
      throw new ProviderError(
        'credentials',
        'PayPal does not accept the client ID and secret.',
        'invalid_client',
      );
    }
    const pair = Buffer.from(`${keys.clientId}:${keys.clientSecret}`).toString('base64');
    const headers = {
      authorization: `Basic ${pair}`,
      accept: 'application/json',
      'content-type': 'application/x-www-form-urlencoded',
    };
    const form = { method: 'POST', headers, body: 'grant_type=client_credentials' };
    const { status, body } = await send('/v1/oauth2/token', form, true);
    if (status !== 200) throw toProviderError(status, body, [keys.clientSecret, pair]);
    const parsed = tokenAnswer.safeParse(body);
    if (!parsed.success) throw unavailable('PayPal gave no token.');
    return { value: parsed.data.access_token, expiresIn: parsed.data.expires_in };
  }

  async function attempt(call: PaypalCall<z.ZodType>, token: string): Promise<unknown> {
    const headers: Record<string, string> = {
      authorization: `Bearer ${token}`,
      accept: 'application/json',
    };
    if (call.body) headers['content-type'] = 'application/json';
    if (call.requestId) headers['paypal-request-id'] = call.requestId;
    if (call.method === 'POST') headers.prefer = 'return=representation';
    const body = Buffer.isBuffer(call.body)
      ? new Uint8Array(call.body)
      : call.body && JSON.stringify(call.body);
    const repeatable = call.method === 'GET' || call.requestId !== undefined;
    const init = { method: call.method, headers, body };
    const { status, body: told } = await send(call.path, init, repeatable);
    if (status >= 200 && status < 300) return told;
    throw toProviderError(status, told, [keys.clientSecret, token]);
  }

  return {
    async call(call) {
      const token = await tokens.get(account, askForToken);
      const told = await attempt(call, token).catch(async (error: unknown) => {
        if (!(error instanceof PaypalRefusal) || error.status !== 401) throw error;
        // The token may have ended early: PayPal did nothing, so the same call can be made again.
        await tokens.forget(account, token);
        return attempt(call, await tokens.get(account, askForToken));
      });
      if (!call.answer) return undefined as never;
      const parsed = call.answer.safeParse(told);
      if (parsed.success) return parsed.data;
      const places = parsed.error.issues.map(({ path }) => path.join('.')).join(', ');
      throw unavailable(`PayPal's answer is incomplete: ${places}.`);
    },

    async authenticate() {
      const known = await tokens.get(account, askForToken);
      await tokens.forget(account, known);
      await tokens.get(account, askForToken);
    },
  };
}

/** An id that is safe in an address. @throws ProviderError 'rejected': it is no id of PayPal's */
export function requirePathId(id: string): string {
  if (paypalId.safeParse(id).success) return id;
  throw new ProviderError('rejected', 'That is not an id of PayPal.', 'INVALID_RESOURCE_ID');
}

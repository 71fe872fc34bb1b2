import { describe, expect, test } from 'vitest';
import { ApiError, isUnreachable, Unreachable } from './api-error.ts';
import { createApi } from './api.ts';
import type { IdempotencyKey } from './idempotency-key.ts';
import { flattenPages, nextCursor } from './list-pages.ts';

const json = (body: unknown, init: ResponseInit = {}) =>
  new Response(JSON.stringify(body), {
    ...init,
    headers: [['content-type', 'application/json'], ...new Headers(init.headers)],
  });

/** A client whose every call is answered by `answer` and written down. */
function client(answer: () => Response) {
  const calls: {
    method: string;
    url: string;
    headers: Headers;
    credentials: unknown;
    body: string;
  }[] = [];
  const api = createApi('https://remit.example', async (input, init) => {
    const request = new Request(input, init);
    calls.push({
      method: request.method,
      url: request.url,
      headers: request.headers,
      credentials: init?.credentials,
      body: await request.text(),
    });
    return answer();
  });
  return { api, calls };
}

describe('createApi', () => {
  test('puts path, query and body where the contract has them, with cookies', async () => {
    const { api, calls } = client(() => json([], { headers: { 'x-next-cursor': 'c2' } }));
    const page = await api.customers.list({ limit: 60, search: 'a&b' });
    expect(calls[0]?.method).toBe('GET');
    expect(calls[0]?.url).toBe('https://remit.example/api/customers?limit=60&search=a%26b');
    expect(calls[0]?.credentials).toBe('include');
    expect(nextCursor(page)).toBe('c2');
    expect(flattenPages({ pages: [page, page], pageParams: [] })).toEqual([]);
  });

  test('sends the idempotency key of a call that has one', async () => {
    const { api, calls } = client(() => json({}, { status: 201 }));
    await api.customers.create(
      { name: 'Ada' },
      { context: { idempotencyKey: 'k1' as IdempotencyKey } },
    );
    await api.customers.create({ name: 'Ada' });
    expect(calls[0]?.headers.get('idempotency-key')).toBe('k1');
    expect(calls[1]?.headers.has('idempotency-key')).toBe(false);
    expect(JSON.parse(calls[0]?.body ?? '')).toEqual({ name: 'Ada' });
  });

  test('rejects with an ApiError on every answer that is not OK', async () => {
    const body = { code: 'NOT_FOUND', message: 'Customer not found' };
    const { api } = client(() => json(body, { status: 404 }));
    const error: unknown = await api.customers.get({ id: 9 }).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(ApiError);
    expect((error as ApiError).message).toBe(`404: ${JSON.stringify(body)}`);
  });

  test('tells a broken connection from every answer', async () => {
    const { api } = client(() => {
      throw new TypeError('fetch failed');
    });
    const error: unknown = await api.account.user().catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(Unreachable);
    expect((error as Unreachable).cause).toEqual(new TypeError('fetch failed'));
    expect(isUnreachable(error)).toBe(true);
  });
});

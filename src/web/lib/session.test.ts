import { describe, expect, test } from 'vitest';
import { ApiError } from './api-error.ts';
import { createQueryClient } from './query-client.ts';
import { safeReturnTo, signInAddress, userQuery } from './session.ts';

describe('safeReturnTo', () => {
  test.each([
    '/',
    '/invoices',
    '/invoices/12?tab=a#b',
    '/customers?search=a%2Fb',
    '/items?from=//x',
  ])('keeps %s', (path) => {
    expect(safeReturnTo(path)).toBe(path);
  });

  test.each([
    null,
    undefined,
    '',
    'invoices',
    '//evil.example',
    '/\\evil.example',
    'https://evil.example',
    'javascript:alert(1)',
    '/\t/evil.example',
    '/.//evil.example',
    '/../\\evil.example',
    '/%2E//evil.example',
    '/a//b',
    '/api/logout',
  ])('gives / for %s', (path) => {
    expect(safeReturnTo(path)).toBe('/');
  });
});

test('sign-in comes back to where it was asked for', () => {
  expect(signInAddress('/')).toBe('/api/login');
  expect(signInAddress('/invoices?new=1')).toBe('/api/login?returnTo=%2Finvoices%3Fnew%3D1');
});

describe('the query client', () => {
  const user = { id: 'u1', email: 'ada@example.com' } as never;

  test('forgets the user when any call is answered 401', async () => {
    const client = createQueryClient();
    client.setQueryData(userQuery.queryKey, user);
    const call = () => Promise.reject(new ApiError(401, ''));
    await expect(client.fetchQuery({ queryKey: ['any'], queryFn: call })).rejects.toThrow('401');
    expect(client.getQueryData(userQuery.queryKey)).toBeNull();
  });

  test('keeps the user whatever else goes wrong', async () => {
    const client = createQueryClient();
    client.setQueryData(userQuery.queryKey, user);
    const call = () => Promise.reject(new ApiError(500, ''));
    await expect(client.fetchQuery({ queryKey: ['any'], queryFn: call })).rejects.toThrow('500');
    expect(client.getQueryData(userQuery.queryKey)).toBe(user);
  });

  test('retries nothing and lets nothing grow stale', async () => {
    const client = createQueryClient();
    let calls = 0;
    const query = {
      queryKey: ['counted'],
      queryFn: () => {
        calls += 1;
        return Promise.resolve(calls);
      },
    };
    await client.fetchQuery(query);
    await client.fetchQuery(query);
    expect(calls).toBe(1);
  });
});

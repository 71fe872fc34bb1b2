import { afterEach, expect, test, vi } from 'vitest';
import { randomId } from './idempotency-key.ts';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

afterEach(() => vi.unstubAllGlobals());

test('is a UUID, on plain http too, where crypto.randomUUID is missing', () => {
  expect(randomId()).toMatch(UUID);
  const { getRandomValues } = crypto;
  vi.stubGlobal('crypto', { getRandomValues: getRandomValues.bind(crypto) });
  const ids = new Set(Array.from({ length: 200 }, randomId));
  expect(ids.size).toBe(200);
  for (const id of ids) expect(id).toMatch(UUID);
});

import { expect, test } from 'vitest';
import { ApiError, Unreachable } from './api-error.ts';
import { withRetries } from './upload-retries.ts';

/** How often it was tried and what was waited for before each further time, when `error` stays. */
async function course(error: unknown): Promise<{ tried: number; waited: number[] }> {
  let tried = 0;
  const waited: number[] = [];
  const work = withRetries(
    async () => {
      tried += 1;
      throw error;
    },
    undefined,
    async (ms) => void waited.push(ms),
  );
  await expect(work).rejects.toBe(error);
  return { tried, waited };
}

test.each([408, 409, 418, 423, 429, 500, 502, 503, 504, 507, 599])(
  'an upload refused with %s is tried again after 0, 1, 3 and 5 seconds',
  async (status) => {
    expect(await course(new ApiError(status, ''))).toEqual({
      tried: 5,
      waited: [0, 1_000, 3_000, 5_000],
    });
  },
);

test.each([400, 401, 403, 404, 410, 413, 415, 422, 501, 505])(
  'an upload refused with %s is not tried again',
  async (status) => {
    expect(await course(new ApiError(status, ''))).toEqual({ tried: 1, waited: [] });
  },
);

test('a connection that broke is tried again, a defect is not', async () => {
  expect((await course(new Unreachable())).tried).toBe(5);
  expect((await course(new TypeError('a defect'))).tried).toBe(1);
});

test('what succeeds is not tried again', async () => {
  let tried = 0;
  const answer = withRetries(
    async () => {
      tried += 1;
      if (tried < 3) throw new ApiError(423, '');
      return tried;
    },
    undefined,
    async () => undefined,
  );
  expect(await answer).toBe(3);
});

test('a transfer that is called off is not tried again', async () => {
  const controller = new AbortController();
  let tried = 0;
  const work = withRetries(async () => {
    tried += 1;
    if (tried === 2) controller.abort();
    throw new Unreachable();
  }, controller.signal);
  await expect(work).rejects.toBeInstanceOf(Unreachable);
  expect(tried).toBe(2);
});

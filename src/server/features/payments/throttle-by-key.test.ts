import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { throttleByKey } from './throttle-by-key.ts';

it('begins at most once in a while for a key, and answers nobody with an older reading', async () => {
  const ask = throttleByKey<number>(60);
  let reads = 0;
  const read = async () => {
    reads += 1;
    const mine = reads;
    await sleep(10);
    return mine;
  };
  const first = ask('a', read);
  const [joined, beside] = [ask('a', read), ask('b', read)];
  const more = Array.from({ length: 50 }, () => ask('a', read));
  expect(await first).toBe(1);
  expect(await beside).toBe(2);
  expect(await joined).toBe(3);
  expect(await Promise.all(more)).toEqual(Array(50).fill(3));
  expect(reads).toBe(3);
  await sleep(100);
  expect(await ask('a', read)).toBe(4);
});

it('a failure is its own askers’, and not the next ones’', async () => {
  const ask = throttleByKey<string>(20);
  const failed = ask('a', () => Promise.reject(new Error('silent')));
  const next = ask('a', () => Promise.resolve('here'));
  await expect(failed).rejects.toThrow('silent');
  expect(await next).toBe('here');
});

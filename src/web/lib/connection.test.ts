import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import {
  checkConnection,
  isReachable,
  onConnectionChange,
  reportReachable,
  reportUnreachable,
} from './connection.ts';

let there: boolean | 'mute';
let asked: number;
let told: boolean[];
let stop: () => void;

beforeEach(() => {
  vi.useFakeTimers();
  [there, asked, told] = [true, 0, []];
  reportReachable();
  stop = onConnectionChange(() => told.push(isReachable()));
  vi.stubGlobal('fetch', async (_address: string, { signal }: RequestInit) => {
    asked += 1;
    if (there === 'mute') {
      await new Promise((_, lost) => signal?.addEventListener('abort', lost));
    }
    if (!there) throw new TypeError('Failed to fetch');
    return new Response();
  });
  // It keeps its own time otherwise.
  vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
    const attempt = new AbortController();
    setTimeout(() => attempt.abort(), ms);
    return attempt.signal;
  });
});

afterEach(() => {
  stop();
  reportReachable();
  vi.useRealTimers();
});

it('says nothing when the server is there, or is back within a moment', async () => {
  void checkConnection();
  await vi.advanceTimersByTimeAsync(0);
  expect(asked).toBe(1);

  there = false;
  void checkConnection();
  await vi.advanceTimersByTimeAsync(3_500);
  there = true;
  await vi.advanceTimersByTimeAsync(60_000);
  expect(asked).toBe(6);
  expect(told).toEqual([]);
});

it.each([false, 'mute'] as const)('tells within seconds that nobody answers (%s)', async (gone) => {
  there = gone;
  void checkConnection();
  await vi.advanceTimersByTimeAsync(4_000);
  expect(told).toEqual([]);
  await vi.advanceTimersByTimeAsync(6_000);
  expect(told).toEqual([false]);
});

it('asks once however often it is in doubt, and not what a call has answered', async () => {
  there = false;
  void checkConnection();
  void checkConnection();
  await vi.advanceTimersByTimeAsync(1_500);
  expect(asked).toBe(2);
  reportReachable();
  await vi.advanceTimersByTimeAsync(60_000);
  expect([asked, told]).toEqual([2, []]);

  void checkConnection();
  await vi.advanceTimersByTimeAsync(500);
  reportUnreachable();
  await vi.advanceTimersByTimeAsync(60_000);
  void checkConnection();
  await vi.advanceTimersByTimeAsync(60_000);
  expect([asked, told]).toEqual([3, [false]]);
});

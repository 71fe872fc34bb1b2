import { expect, test } from 'vitest';
import { readHoldMs } from './undo-sending.ts';

const held = {
  waitsFor: 'undo',
  createdAt: '2026-11-20T12:00:00.000Z',
  nextAttemptAt: '2026-11-20T12:00:10.000Z',
} as const;

test.each([
  ['is held', {}, 10_000],
  ['is not', { waitsFor: null, nextAttemptAt: null }, 0],
  ['waits for something else', { waitsFor: 'turn' }, 0],
  ['has no time', { nextAttemptAt: null }, 0],
  ['is queued anew long after', { nextAttemptAt: '2026-11-20T11:00:00.000Z' }, 0],
] as const)('a message that %s', (_what, values, ms) => {
  expect(readHoldMs({ ...held, ...values })).toBe(ms);
});

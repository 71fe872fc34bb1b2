import { expect, test } from 'vitest';
import { findUndelivered } from './undelivered.ts';

const message = {
  kind: 'invoice',
  to: 'marta@harborandpine.example',
  status: 'sent',
  keptInOutbox: false,
  withdrawn: false,
  withdrawnByOwner: false,
} as const;

test.each([
  ['sent', {}, undefined],
  ['under way', { status: 'queued' }, undefined],
  ['kept in the outbox', { keptInOutbox: true }, 'outbox'],
  ['failed', { status: 'failed' }, 'failed'],
  ['taken back', { status: 'failed', withdrawn: true }, undefined],
  [
    'taken back by its owner',
    { status: 'failed', withdrawn: true, withdrawnByOwner: true },
    'withdrawn',
  ],
] as const)('a message that was %s', (_state, values, how) => {
  const { kind, to } = message;
  expect(findUndelivered({ ...message, ...values })).toEqual(how ? { kind, to, how } : null);
});

test('no message at all', () => expect(findUndelivered(undefined)).toBeNull());

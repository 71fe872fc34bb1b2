import { expect, test } from 'vitest';
import { findDecisive, findEarlier, findUndelivered, isNotEmailed } from './undelivered.ts';

const message = {
  kind: 'invoice',
  to: 'marta@harborandpine.example',
  status: 'sent',
  keptInOutbox: false,
  withdrawn: false,
  withdrawnByOwner: false,
  withheld: false,
  mayHaveArrived: false,
  waitsFor: null,
  nextAttemptAt: null,
  bounce: null,
} as const;

test.each([
  ['sent', {}, undefined],
  ['under way', { status: 'queued' }, undefined],
  ['kept in the outbox', { keptInOutbox: true }, 'outbox'],
  ['failed', { status: 'failed' }, 'failed'],
  ['failed and perhaps sent', { status: 'failed', mayHaveArrived: true }, 'unsure'],
  ['bounced', { bounce: { kind: 'hard', address: 'Marta@harborandpine.example' } }, 'bounced'],
  ['delayed', { bounce: { kind: 'soft', address: message.to } }, undefined],
  [
    'bounced for whom got a copy',
    { bounce: { kind: 'hard', address: 'copy@harborandpine.example' } },
    undefined,
  ],
  ['taken back', { status: 'failed', withdrawn: true }, undefined],
  [
    'taken back by its owner',
    { status: 'failed', withdrawn: true, withdrawnByOwner: true },
    'withdrawn',
  ],
  [
    'left unsent for its address',
    { status: 'failed', withdrawn: true, withheld: true },
    'withheld',
  ],
] as const)('a message that was %s', (_state, values, how) => {
  const { kind, to } = message;
  expect(findUndelivered({ ...message, ...values })).toEqual(how ? { kind, to, how } : null);
});

test('a message that is scheduled, with its time, until it is sent', () => {
  const at = '2026-12-01T09:00:00+00:00';
  const scheduled = {
    ...message,
    status: 'queued',
    waitsFor: 'schedule',
    nextAttemptAt: at,
  } as const;
  const { kind, to } = message;
  const told = { kind, to, how: 'scheduled', at: '2026-12-01T09:00:00.000Z' };
  expect(findUndelivered(scheduled)).toEqual(told);
  expect(findUndelivered({ ...scheduled, waitsFor: 'undo' })).toBeNull();
  expect(findUndelivered({ ...scheduled, status: 'sent' })).toBeNull();
});

test('no message at all', () => expect(findUndelivered(undefined)).toBeNull());

const CREATED = '2026-11-20T12:00:00.000Z';
const sent = { ...message, createdAt: CREATED };
const failed = { ...sent, status: 'failed' } as const;
const undone = { ...failed, withdrawn: true, withdrawnByOwner: true };
const receipt = { ...sent, kind: 'receipt' } as const;
const queued = { ...sent, status: 'queued' } as const;

test('what was taken back after another message hides nothing of it', () => {
  expect(findDecisive([undone, undone, sent, failed])).toBe(sent);
  expect(findDecisive([undone, failed])).toBe(failed);
  expect(findDecisive([sent, undone])).toBe(sent);
  expect(findDecisive([undone])).toBe(undone);
  expect(findDecisive([])).toBeUndefined();
  expect(findEarlier([undone, failed, sent])).toBe(sent);
  expect(findEarlier([undone, queued])).toBe(queued);
  expect(findEarlier([undone, receipt, failed])).toBeUndefined();
  const unsure = { ...failed, mayHaveArrived: true };
  expect(findEarlier([undone, unsure])).toBe(unsure);
  expect(findEarlier([sent, sent])).toBeUndefined();
});

test('not emailed is what counts as sent, and of which every message was taken back', () => {
  const document = { status: 'sent', emails: [undone], history: [] };
  const event = (type: string, createdAt: string) => [{ type, createdAt }];
  expect(isNotEmailed(document)).toBe(true);
  expect(isNotEmailed({ ...document, status: 'overdue' })).toBe(true);
  for (const status of ['draft', 'paid', 'accepted']) {
    expect(isNotEmailed({ ...document, status })).toBe(false);
  }
  expect(isNotEmailed({ ...document, emails: [] })).toBe(false);
  expect(isNotEmailed({ ...document, emails: [sent] })).toBe(false);
  expect(isNotEmailed({ ...document, emails: [undone, sent] })).toBe(false);
  expect(isNotEmailed({ ...document, emails: [undone, failed] })).toBe(true);
  const withheld = { ...failed, withdrawn: true, withheld: true };
  expect(isNotEmailed({ ...document, emails: [withheld] })).toBe(true);
  expect(isNotEmailed({ ...document, emails: [withheld, sent] })).toBe(false);
  expect(isNotEmailed({ ...document, emails: [{ ...withheld, kind: 'receipt' }] })).toBe(false);
  // Its number and its status came with the message; a status set by hand afterwards is a sending.
  expect(isNotEmailed({ ...document, history: event('invoice.sent', CREATED) })).toBe(true);
  const later = '2026-11-20T12:05:00.000Z';
  expect(isNotEmailed({ ...document, history: event('estimate.sent', later) })).toBe(false);
  expect(isNotEmailed({ ...document, history: event('email.failed', later) })).toBe(true);
});

import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Mailer } from './mailer.ts';
import { openOutbox } from './outbox.ts';

const now = new Date('2026-01-05T10:20:30Z');
const quiet = { debug() {}, info() {}, warn() {}, error() {}, fatal() {} };
let folder: string;
let outbox: Mailer;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'outbox-'));
  outbox = openOutbox(folder, { now: () => now }, quiet);
});
afterEach(() => rm(folder, { recursive: true }));

test('keeps each message in a file that only its owner can read', async () => {
  const message = { to: 'ada@example.com', subject: 'Hello', text: 'One\nTwo' };
  await Promise.all([outbox.send(message), outbox.send(message)]);
  const files = await readdir(join(folder, 'outbox'));
  expect(files).toHaveLength(2);
  for (const name of files) {
    const file = join(folder, 'outbox', name);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect(await readFile(file, 'utf8')).toMatch(/^From: Remit .*\r\nTo: ada@example\.com\r\n/);
  }
  expect((await stat(join(folder, 'outbox'))).mode & 0o777).toBe(0o700);
});

test('a message is RFC 5322', () => {
  const eml = toEml({ to: 'ada@example.com', subject: 'Hello', text: 'One\nTwo\r\nThree' }, now);
  const [head = '', body = ''] = eml.split('\r\n\r\n');
  expect(head.split('\r\n')).toEqual([
    'From: Remit <remit@localhost>',
    'To: ada@example.com',
    'Subject: Hello',
    'Date: Mon, 05 Jan 2026 10:20:30 +0000',
    expect.stringMatching(/^Message-ID: <[0-9a-f-]{36}@localhost>$/),
    'MIME-Version: 1.0',
    'Content-Type: text/plain; charset=utf-8',
    'Content-Transfer-Encoding: 8bit',
  ]);
  expect(body).toBe('One\r\nTwo\r\nThree\r\n');
});

test('nothing in a header becomes another header', () => {
  const eml = toEml(
    { to: 'a@example.com\r\nBcc: b@example.com', subject: 'x\nBcc: c@example.com', text: '' },
    now,
  );
  expect(eml).toContain('\r\nTo: a@example.com Bcc: b@example.com\r\n');
  expect(eml).not.toMatch(/^Bcc:/m);
});

test('a subject in any script is encoded in words that keep its characters whole', () => {
  const subject = 'Rechnung für Müller & Söhne – 請求書の送付についてのお知らせ 🧾🧾🧾';
  const eml = toEml({ to: 'a@example.com', subject, text: '' }, now);
  const folded = /^Subject: (.*(?:\r\n .*)*)/m.exec(eml)?.[1] ?? '';
  const words = folded.split('\r\n ');
  expect(words.length).toBeGreaterThan(1);
  const decoded = words.map((word) => {
    expect(word.length).toBeLessThanOrEqual(75);
    const [, base64 = ''] = /^=\?utf-8\?B\?(.*)\?=$/.exec(word) ?? [];
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(base64, 'base64'));
  });
  expect(decoded.join('')).toBe(subject);
});

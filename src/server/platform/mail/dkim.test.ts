import { createHash, createVerify, generateKeyPairSync } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { quietLog } from '../../../../test/database/quiet-log.ts';
import type { SmtpPeer } from '../../../../test/mail/smtp-peer.ts';
import { openSmtpPeer } from '../../../../test/mail/smtp-peer.ts';
import { EnvError, readEnv } from '../env/read-env.ts';
import { openSmtpMailer } from './smtp-mailer.ts';

const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2_048 });
const pem = privateKey.export({ format: 'pem', type: 'pkcs8' }).toString();
const settings = {
  SMTP_URL: 'smtp://127.0.0.1:2525',
  MAIL_FROM: 'billing@remit.example',
  DKIM_DOMAIN: 'remit.example',
  DKIM_SELECTOR: 'remit',
};
let peer: SmtpPeer;
beforeAll(async () => {
  peer = await openSmtpPeer();
});
afterAll(() => peer.close());

/** RFC 6376, 3.4.2 and 3.4.4: relaxed, by the letter. */
const relaxHeader = (field: string) => {
  const colon = field.indexOf(':');
  const value = field
    .slice(colon + 1)
    .replace(/\r\n(?=[ \t])/g, '')
    .replace(/[ \t]+/g, ' ')
    .trim();
  return `${field.slice(0, colon).trim().toLowerCase()}:${value}`;
};
const relaxBody = (body: string) => {
  const lines = body.split('\r\n').map((line) => line.replace(/[ \t]+/g, ' ').replace(/ $/, ''));
  return `${lines.join('\r\n').replace(/(\r\n)+$/, '')}\r\n`;
};

/** Whether the signature of a message holds, without the code that made it. */
function verify(raw: string): boolean {
  const end = raw.indexOf('\r\n\r\n');
  const fields = raw.slice(0, end).split(/\r\n(?![ \t])/);
  const signature = fields.find((field) => /^dkim-signature:/i.test(field)) ?? '';
  const tags = new Map(
    signature
      .slice(signature.indexOf(':') + 1)
      .replace(/\s+/g, '')
      .split(';')
      .map((tag): [string, string] => [
        tag.slice(0, tag.indexOf('=')),
        tag.slice(tag.indexOf('=') + 1),
      ]),
  );
  expect(tags.get('a')).toBe('rsa-sha256');
  expect(tags.get('c')).toBe('relaxed/relaxed');
  expect([tags.get('d'), tags.get('s')]).toEqual(['remit.example', 'remit']);
  const digest = createHash('sha256')
    .update(relaxBody(raw.slice(end + 4)))
    .digest('base64');
  if (digest !== tags.get('bh')) return false;
  const named = (tags.get('h') ?? '').split(':');
  expect(named.map((name) => name.toLowerCase())).toEqual(
    expect.arrayContaining(['from', 'subject', 'to']),
  );
  const signedFields = named.flatMap((name) => {
    const field = fields.findLast((one) => one.toLowerCase().startsWith(`${name.toLowerCase()}:`));
    return field ? [`${relaxHeader(field)}\r\n`] : [];
  });
  const bare = relaxHeader(
    signature.replace(/(?<=[;\s]b=)[^;]*$/, '').replace(/(?<=[;\s]b=)[^;]*(?=;)/, ''),
  );
  return createVerify('RSA-SHA256')
    .update(signedFields.join('') + bare)
    .verify(publicKey, tags.get('b') ?? '', 'base64');
}

test('a message is signed so that everybody can check it', async () => {
  const { mail } = readEnv({
    ...settings,
    SMTP_URL: peer.url,
    DKIM_PRIVATE_KEY: pem.replaceAll('\n', String.raw`\n`),
  });
  if (!mail) throw new Error('no mail server');
  const log = { ...quietLog, debug() {}, fatal() {} };
  await openSmtpMailer(mail, log).send({
    to: 'marta@example.com',
    subject: 'Invoice ÄÖ  1',
    text: 'Hello,  \n\nthis is  it.\n\n\n',
    attachments: [
      { fileName: 'a.pdf', contentType: 'application/pdf', content: Buffer.alloc(5_000, 7) },
    ],
    messageId: 'ab'.repeat(16),
  });
  const raw = peer.accepted.at(-1)?.toString('latin1') ?? '';
  expect(verify(raw)).toBe(true);
  expect(verify(raw.replace('Subject: ', 'Subject: Re: '))).toBe(false);
  expect(verify(`${raw.trimEnd()}\r\nmore\r\n`)).toBe(false);
});

test('the key may stand in a file', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'remit-dkim-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const file = join(folder, 'key.pem');
  await writeFile(file, pem);
  expect(readEnv({ ...settings, DKIM_PRIVATE_KEY: file }).mail?.dkim?.privateKey).toBe(pem);
});

const refusal = (source: Record<string, string>) => {
  try {
    readEnv(source);
  } catch (error) {
    if (error instanceof EnvError) return error.message;
  }
  return undefined;
};

test.each([
  [{}, 'DKIM_DOMAIN, DKIM_SELECTOR and DKIM_PRIVATE_KEY must be set together'],
  [{ DKIM_PRIVATE_KEY: '/nowhere/key.pem' }, 'DKIM_PRIVATE_KEY names a file that cannot be read'],
  [
    { DKIM_PRIVATE_KEY: '-----BEGIN PRIVATE KEY-----\nabc\n-----END PRIVATE KEY-----' },
    'DKIM_PRIVATE_KEY must be an RSA or Ed25519 private key as PEM',
  ],
  [
    { DKIM_PRIVATE_KEY: pem, DKIM_DOMAIN: 'remit example' },
    'DKIM_DOMAIN must be a domain such as example.com',
  ],
])('%j is refused at the start, and no value is named', (values, message) =>
  expect(refusal({ ...settings, ...values })).toBe(message),
);

test.each([
  [
    { MAIL_WEBHOOK_PROVIDER: 'ses' },
    'MAIL_WEBHOOK_PROVIDER and MAIL_WEBHOOK_SECRET must be set together',
  ],
  [
    { MAIL_WEBHOOK_PROVIDER: 'ses', MAIL_WEBHOOK_SECRET: 'a long enough secret' },
    'MAIL_WEBHOOK_SECRET must be the ARN of the SNS topic for ses',
  ],
  [
    { MAIL_WEBHOOK_PROVIDER: 'mailgun', MAIL_WEBHOOK_SECRET: 'short' },
    'MAIL_WEBHOOK_SECRET must have at least 16 characters',
  ],
  [
    { MAIL_WEBHOOK_PROVIDER: 'other', MAIL_WEBHOOK_SECRET: 'a long enough secret' },
    'MAIL_WEBHOOK_PROVIDER must be one of ses, postmark, mailgun, sendgrid',
  ],
  [
    { BOUNCE_IMAP_URL: 'imaps://mail.example.com' },
    'BOUNCE_IMAP_URL must be such as imaps://user:password@mail.example.com, or with a folder behind a slash',
  ],
])('%j is refused', (values, message) => expect(refusal(values)).toBe(message));

test('a mailbox is read over an encrypted connection unless it is on this machine', () => {
  const read = (url: string) => readEnv({ BOUNCE_IMAP_URL: url }).bounceMailbox;
  expect(read('imaps://a%40b.example:p%2F1@mail.example.com/Bounces')).toEqual({
    host: 'mail.example.com',
    port: 993,
    secure: true,
    auth: { user: 'a@b.example', pass: 'p/1' },
    folder: 'Bounces',
  });
  expect(read('imap://a:b@mail.example.com')).toMatchObject({ doSTARTTLS: true, folder: 'INBOX' });
  expect(read('imap://a:b@127.0.0.1:1143')).not.toHaveProperty('doSTARTTLS');
});

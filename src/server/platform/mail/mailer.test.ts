import { generateKeyPairSync } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import PostalMime from 'postal-mime';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { SmtpPeer } from '../../../../test/mail/smtp-peer.ts';
import { openSmtpPeer } from '../../../../test/mail/smtp-peer.ts';
import { waitAtMost } from '../../../shared/time-limits/running-time.ts';
import type { Mailer, MailMessage } from './mailer.ts';
import { composeMessage, MailError } from './mailer.ts';
import { openOutbox } from './outbox.ts';
import { openSmtpMailer } from './smtp-mailer.ts';

const now = new Date('2026-01-05T10:20:30Z');
const said: unknown[] = [];
const write = (...line: unknown[]) => void said.push(line);
const log = { debug: write, info: write, warn: write, error: write, fatal: write };

describe('the outbox', () => {
  let folder: string;
  let outbox: Mailer;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'outbox-'));
    outbox = openOutbox(folder, { now: () => now }, log);
  });
  afterEach(() => rm(folder, { recursive: true }));

  const kept = async () => {
    const files = await readdir(join(folder, 'outbox'));
    return Promise.all(files.map((name) => readFile(join(folder, 'outbox', name), 'utf8')));
  };

  test('keeps each message in a file that only its owner can read', async () => {
    const message = { to: 'ada@example.com', subject: 'Hello', text: 'One\nTwo' };
    await Promise.all([outbox.send(message), outbox.send(message)]);
    const files = await readdir(join(folder, 'outbox'));
    expect(files).toHaveLength(2);
    for (const name of files) {
      const file = join(folder, 'outbox', name);
      expect((await stat(file)).mode & 0o777).toBe(0o600);
    }
    expect((await stat(join(folder, 'outbox'))).mode & 0o777).toBe(0o700);
    const [eml = ''] = await kept();
    expect(eml).toMatch(/^From: Remit <remit@localhost>\r\nTo: ada@example\.com\r\n/m);
    expect(eml).toContain('\r\nDate: Mon, 05 Jan 2026 10:20:30 +0000\r\n');
    expect((await PostalMime.parse(eml)).text).toBe('One\nTwo\n');
  });

  test('no header reads as another text: what turns its direction is left out', async () => {
    await outbox.send({
      to: { name: 'Ada \u2067Lovelace\u2069', address: 'a@example.com' },
      fromName: '\u202dNorthwind\u202c',
      subject: 'Your \u202eeciovni\u202c',
      text: 'It stays \u202eso\u202c',
      attachments: [
        {
          fileName: 'invoice\u202efdp.exe',
          contentType: 'application/octet-stream',
          content: Buffer.from('x'),
        },
      ],
    });
    const [eml = ''] = await kept();
    const message = await PostalMime.parse(eml);
    expect(message).toMatchObject({
      subject: 'Your eciovni',
      from: { name: 'Northwind' },
      to: [{ name: 'Ada Lovelace' }],
      attachments: [{ filename: 'invoicefdp.exe' }],
    });
    expect(message.text).toContain('\u202eso\u202c');
  });

  test('nothing in a header becomes another header', async () => {
    await outbox.send({
      to: { name: 'Ada\r\nBcc: d@example.com', address: 'a@example.com\r\nBcc: b@example.com' },
      fromName: 'Evil" <x@example.com>\r\nBcc: e@example.com',
      replyTo: { name: 'x\ny', address: 'r@example.com' },
      subject: 'x\nBcc: c@example.com',
      text: '',
    });
    const [eml = ''] = await kept();
    expect(eml).not.toMatch(/^Bcc:/im);
    const message = await PostalMime.parse(eml);
    expect(message.subject).toBe('x Bcc: c@example.com');
    expect(message.from?.address).toBe('remit@localhost');
  });

  test('HTML, an attachment and any script arrive as they were', async () => {
    const subject = 'Rechnung für Müller & Söhne – 請求書の送付についてのお知らせ 🧾🧾🧾';
    await outbox.send({
      to: { name: 'Søren Ünal', address: 'soren@example.com' },
      fromName: 'Østfold Kaffe',
      replyTo: { name: 'Østfold Kaffe', address: 'post@example.com' },
      subject,
      text: 'Grüße',
      html: '<p>Grüße</p><img src="cid:seal">',
      messageId: 'abc123',
      pictures: [
        {
          contentId: 'seal',
          fileName: 'seal.png',
          contentType: 'image/png',
          content: Buffer.from('a picture'),
        },
      ],
      attachments: [
        { fileName: '請求書.pdf', contentType: 'application/pdf', content: Buffer.from('%PDF-x') },
      ],
    });
    const message = await PostalMime.parse((await kept())[0] ?? '');
    expect(message).toMatchObject({
      subject,
      from: { name: 'Østfold Kaffe', address: 'remit@localhost' },
      to: [{ name: 'Søren Ünal', address: 'soren@example.com' }],
      replyTo: [{ name: 'Østfold Kaffe', address: 'post@example.com' }],
      messageId: '<abc123@localhost>',
      text: 'Grüße\n',
    });
    expect(message.html).toContain('<p>Grüße</p>');
    expect(message.attachments).toMatchObject([
      {
        filename: 'seal.png',
        mimeType: 'image/png',
        contentId: '<seal>',
        disposition: 'inline',
        related: true,
      },
      { filename: '請求書.pdf', mimeType: 'application/pdf', disposition: 'attachment' },
    ]);
  });
});

describe('a mail server', () => {
  const login = { user: 'remit@example.com', pass: 'p@ss:w/rd' };
  let peer: SmtpPeer;
  let mailer: Mailer;
  /** Waits less for the answer that a peer of that mood does not give, and no less for others. */
  let impatient: Record<'stall' | 'mute', Mailer>;
  beforeAll(async () => {
    peer = await openSmtpPeer(login);
    const settings = { url: peer.url, from: 'billing@example.com' };
    mailer = openSmtpMailer(settings, log);
    impatient = {
      stall: openSmtpMailer(settings, log, { reply: 400 }),
      mute: openSmtpMailer(settings, log, { greeting: 400 }),
    };
  });
  afterAll(() => peer.close());
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 1024 });
  const dkim = {
    domainName: 'example.com',
    keySelector: 'one',
    privateKey: String(privateKey.export({ type: 'pkcs1', format: 'pem' })),
  };
  const message: MailMessage = {
    to: 'marta@example.com',
    subject: 'Invoice',
    text: 'Hello\n'.repeat(20_000),
    messageId: 'one',
  };

  test('takes a message, once it is signed in to', async () => {
    peer.be('accept');
    await mailer.send(message);
    expect(peer.accepted).toHaveLength(1);
    expect(await peer.read(0)).toMatchObject({
      from: { name: 'Remit', address: 'billing@example.com' },
      messageId: '<one@example.com>',
    });
  });

  test.each([
    ['refuse', true, 'The mail server refused the address (550 5.7.1 <marta@example.com> takes'],
    ['refuse message', true, 'The mail server refused the message (554 5.7.1 Looks like'],
    ['later', false, 'The mail server asked to try again later (451 4.7.1 Greylisted, come back)'],
    ['stall', false, 'The mail server did not answer in time'],
    ['mute', false, 'The mail server did not answer in time'],
    ['drop', false, 'The connection to the mail server broke'],
  ] as const)('%s: permanent %s', async (mood, permanent, words) => {
    peer.be(mood);
    const error = await (mood === 'stall' || mood === 'mute' ? impatient[mood] : mailer)
      .send(message)
      .catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(MailError);
    expect((error as MailError).message).toContain(words);
    expect((error as MailError).permanent).toBe(permanent);
    if (mood === 'stall') expect(error).toMatchObject({ mayHaveArrived: true });
    else if (mood !== 'drop') expect(error).toMatchObject({ mayHaveArrived: false });
    expect(peer.accepted).toHaveLength(1);
  });

  test('one that does not answer is given up, and what it was given may have been sent', async () => {
    peer.be('stall');
    const settings = { url: peer.url, from: 'a@example.com' };
    const sending = openSmtpMailer(settings, log, { reply: 300 })
      .send(message)
      .catch((reason: unknown) => reason as MailError);
    const error = await waitAtMost(
      30_000,
      sending,
      () => new MailError('It is waited for too long', false),
    );
    expect(error).toMatchObject({ mayHaveArrived: true, permanent: false });
    expect((error as MailError).message).toMatch(/so it may have been sent$/);
    peer.be('mute');
    const mute = openSmtpMailer(settings, log, { handover: 300 });
    await expect(mute.send(message)).rejects.toMatchObject({ mayHaveArrived: false });
  });

  test('a domain of another script goes out as mail servers know it', async () => {
    peer.be('accept');
    const at = peer.accepted.length;
    await mailer.send({ ...message, to: 'info@bücher.example', cc: ['post@почта.рф'] });
    expect(await peer.read(at)).toMatchObject({
      to: [{ address: 'info@xn--bcher-kva.example' }],
      cc: [{ address: 'post@xn--80a1acny.xn--p1ai' }],
    });
    const copy = { to: 'info@bücher.example', reader: 'Post@Почта.рф', subject: '', text: '' };
    expect(composeMessage(copy, 'a@b.example').envelope.to).toEqual(['Post@xn--80a1acny.xn--p1ai']);
  });

  test.each([undefined, dkim])(
    'is given the end of a message once that is noted, and no more where it cannot be (%#)',
    async (key) => {
      const settings = {
        url: peer.url,
        from: 'billing@example.com',
        ...(key ? { dkim: key } : {}),
      };
      const signing = openSmtpMailer(settings, log);
      const before = peer.accepted.length;
      const noted: number[] = [];
      const note = async () => {
        noted.push(peer.accepted.length - before);
      };
      peer.be('refuse');
      await expect(signing.send(message, { beforeHandover: note })).rejects.toThrow(MailError);
      expect(noted).toEqual([]);
      peer.be('accept');
      await signing.send(message, { beforeHandover: note });
      expect([noted, peer.accepted.length - before]).toEqual([[0], 1]);
      const gone = new Error('the database is away');
      const failing = { beforeHandover: () => Promise.reject(gone) };
      await expect(signing.send(message, failing)).rejects.toBe(gone);
      expect(peer.accepted).toHaveLength(before + 1);
    },
  );

  test('one that looks at a message for longer than it took to hand it over is waited for', async () => {
    peer.be('slow');
    const before = peer.accepted.length;
    const patient = openSmtpMailer({ url: peer.url, from: 'a@example.com' }, log, {
      handover: 5_000,
      reply: 60_000,
    });
    await patient.send(message);
    expect(peer.accepted).toHaveLength(before + 1);
  });

  test('one that is not there, and a wrong password, say no more than that', async () => {
    peer.be('accept');
    const wrong = openSmtpMailer(
      { url: peer.url.replace('p%40ss', 'secret'), from: 'a@example.com' },
      log,
    );
    const refused = await wrong.send(message).catch((reason: unknown) => reason as MailError);
    expect(refused).toMatchObject({
      message: 'The mail server did not accept Remit’s sign-in',
      permanent: false,
    });
    const nowhere = openSmtpMailer({ url: 'smtp://u:topsecret@127.0.0.1:1', from: 'a@b.co' }, log);
    const unreachable = await nowhere.send(message).catch((reason: unknown) => reason as MailError);
    expect(unreachable).toMatchObject({
      message: 'The mail server cannot be reached',
      permanent: false,
    });
    const everything = JSON.stringify([said, refused, unreachable], (_key, value: unknown) =>
      value instanceof Error
        ? [value.message, value.stack, value.cause, Object.entries(value)]
        : value,
    );
    expect(everything).not.toMatch(/secret|w\/rd|remit@example\.com/);
  });
});

import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { EnvError, readEnv } from '../../src/server/platform/env/read-env.ts';
import { openSmtpMailer } from '../../src/server/platform/mail/smtp-mailer.ts';
import { quietLog } from '../database/quiet-log.ts';
import type { Certificates } from '../programs/certificates.ts';
import { makeCertificates } from '../programs/certificates.ts';

/** A mail server that encrypts, with a certificate of an authority of ours. */
describe('SMTP_CA', () => {
  let folder: string;
  let made: Certificates;
  let server: SMTPServer;
  let count = 0;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'remit-smtp-tls-'));
    made = await makeCertificates(folder);
    const { certificate: cert, key } = made;
    server = new SMTPServer({
      secure: true,
      cert,
      key,
      authOptional: true,
      disableReverseLookup: true,
      onData(stream, _session, done) {
        count += 1;
        stream.resume().on('end', () => done());
      },
    });
    // Those who do not trust it break off.
    server.on('error', () => {});
    await new Promise<void>((listening) => void server.listen(0, '127.0.0.1', listening));
  });
  afterAll(async () => {
    await new Promise<void>((closed) => server.close(closed));
    await rm(folder, { recursive: true, force: true });
  });

  const settings = (SMTP_CA: string | undefined, host = 'localhost') => {
    const { port } = server.server.address() as AddressInfo;
    return readEnv({
      SMTP_URL: `smtps://${host}:${port}`,
      MAIL_FROM: 'billing@example.com',
      SMTP_CA,
    });
  };
  const send = async (authority: string | undefined, host?: string) => {
    const { mail } = settings(authority, host);
    if (!mail) throw new Error('there is a mail server');
    const message = { to: 'ada@example.com', subject: 'Test', text: 'Test' };
    return openSmtpMailer(mail, { ...quietLog, debug() {}, fatal() {} })
      .send(message)
      .then(
        () => 'taken',
        (error: Error) => error.message,
      );
  };

  test('is what a mail server of an authority of one’s own is trusted by', async () => {
    const untrusted =
      'The mail server’s certificate is signed by nobody whom Remit trusts. SMTP_CA can name the certificate of its authority';
    expect(await send(undefined)).toBe(untrusted);
    expect(await send(made.other)).toBe(untrusted);
    expect(await send(made.authority, '127.0.0.1')).toBe(
      'The mail server’s certificate is for another name than the one in SMTP_URL',
    );
    expect(count).toBe(0);
    expect(await send(made.authority)).toBe('taken');
    expect(count).toBe(1);
  });

  test('must name a file of certificates', async () => {
    const none = join(folder, 'none.pem');
    expect(() => settings(none)).toThrow(new EnvError('SMTP_CA names a file that cannot be read'));
    await writeFile(none, await readFile(join(folder, 'server.key')));
    expect(() => settings(none)).toThrow(
      new EnvError('SMTP_CA must name a file of certificates as PEM'),
    );
  });
});

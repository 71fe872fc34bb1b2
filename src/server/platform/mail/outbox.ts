import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Clock } from '../clock/clock.ts';
import type { Logger } from '../log/logger.ts';
import type { Mailer, MailMessage } from './mailer.ts';
import { composeMessage } from './mailer.ts';

/**
 * Without a mail server, messages are kept as files that the person who runs Remit can open. The
 * folder is readable by its owner only: a reset link is as good as a password.
 */
export function openOutbox(dataDir: string, clock: Clock, log: Logger): Mailer {
  const folder = join(dataDir, 'outbox');
  let count = 0;
  return {
    kind: 'outbox',
    async send(message, { beforeHandover } = {}) {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const now = clock.now();
      const stamp = now.toISOString().replace(/[:.]/g, '-');
      count += 1;
      const file = join(folder, `${stamp}-${process.pid}-${count}.eml`);
      const content = await toEml(message, now);
      await beforeHandover?.();
      await writeFile(file, content, { mode: 0o600, flag: 'wx' });
      log.info({ file, subject: message.subject }, 'no mail server is configured: message kept');
    },
  };
}

/** A message as a file that mail programs open (RFC 5322). */
async function toEml(message: MailMessage, date: Date): Promise<Buffer> {
  const { createTransport } = await import('nodemailer');
  const composer = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
  const composed = composeMessage(message, 'remit@localhost');
  // Nothing else in the file tells whose copy it is.
  const headers = message.reader
    ? { ...composed.headers, 'X-Original-To': message.reader }
    : composed.headers;
  const info = await composer.sendMail({ ...composed, headers, date });
  return info.message as Buffer;
}

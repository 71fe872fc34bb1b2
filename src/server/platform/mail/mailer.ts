import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Clock } from '../clock/clock.ts';
import type { Logger } from '../log/logger.ts';
import { toEml } from './to-eml.ts';

export interface MailMessage {
  to: string;
  subject: string;
  text: string;
}

export interface Mailer {
  /** 'outbox' where no mail server is configured. */
  readonly kind: 'smtp' | 'outbox';
  send(message: MailMessage): Promise<void>;
}

/**
 * Without a mail server, messages are kept as files that the person who runs Remit can open. The
 * folder is readable by its owner only: a reset link is as good as a password.
 */
export function openOutbox(dataDir: string, clock: Clock, log: Logger): Mailer {
  const folder = join(dataDir, 'outbox');
  let count = 0;
  return {
    kind: 'outbox',
    async send(message) {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const now = clock.now();
      const stamp = now.toISOString().replace(/[:.]/g, '-');
      count += 1;
      const file = join(folder, `${stamp}-${process.pid}-${count}.eml`);
      await writeFile(file, toEml(message, now), { mode: 0o600, flag: 'wx' });
      log.info({ file, subject: message.subject }, 'no mail server is configured: message kept');
    },
  };
}

import { within } from '../../../shared/time-limits/running-time.ts';
import type { Logger } from '../../platform/log/logger.ts';
import type { Mailer, MailMessage } from '../../platform/mail/mailer.ts';

/** What a stop waits for a mail server; who misses a message can ask for it again. */
const DRAIN_MS = 10_000;

export interface AccountMails {
  reset(to: string, link: string): void;
  verify(to: string, link: string): void;
  /** To somebody who signs up again with an address that has an account. */
  known(to: string, signIn: string): void;
  /** Resolves when everything handed over so far has been sent or has failed, or takes too long. */
  drain(): Promise<void>;
}

/**
 * Messages about an account. They are sent after the answer, so that the time of an answer does
 * not tell whether an address has an account, and a slow mail server holds no transaction.
 */
export function accountMails(mailer: Mailer, log: Logger): AccountMails {
  const pending = new Set<Promise<void>>();
  const post = (message: MailMessage) => {
    const sending = new Promise<void>((resolve) => setImmediate(resolve))
      .then(() => mailer.send(message))
      .catch((error: unknown) => {
        log.error({ err: error, subject: message.subject }, 'a message could not be sent');
      })
      .finally(() => pending.delete(sending));
    pending.add(sending);
  };
  return {
    reset: (to, link) =>
      post({
        to,
        subject: 'Reset your Remit password',
        text: [
          'Somebody, hopefully you, asked to reset the password of your Remit account.',
          'Choose a new one here within an hour:',
          '',
          link,
          '',
          'The link works once. If you did not ask for it, ignore this message: your password',
          'stays as it is.',
        ].join('\n'),
      }),
    verify: (to, link) =>
      post({
        to,
        subject: 'Confirm your email address for Remit',
        text: [
          'Welcome to Remit. Confirm that this address is yours, within a day:',
          '',
          link,
          '',
          'If you did not sign up for Remit, ignore this message.',
        ].join('\n'),
      }),
    known: (to, signIn) =>
      post({
        to,
        subject: 'You already have a Remit account',
        text: [
          'Somebody, hopefully you, signed up for Remit with this address. It has an account',
          'already: sign in, or reset a forgotten password, here:',
          '',
          signIn,
          '',
          'If it was not you, ignore this message: nothing has changed.',
        ].join('\n'),
      }),
    async drain() {
      const sent = async () => {
        while (pending.size > 0) await Promise.all(pending);
      };
      await within(DRAIN_MS, sent(), () => {
        log.warn({ messages: pending.size }, 'stopping before all messages were sent');
      });
    },
  };
}

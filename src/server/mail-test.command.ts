/**
 * `npm run mail-test -- you@example.com`: sends one message by the settings that the server has, and says
 * what became of it. Exits with 1 where the mail server did not take it.
 */
import { existsSync } from 'node:fs';
import { pino } from 'pino';
import { isAddress } from './features/emails/index.ts';
import { EnvError, readEnv } from './platform/env/read-env.ts';
import { explainStartFailure } from './platform/log/start-failure.ts';
import { MailError } from './platform/mail/mailer.ts';
import { openSmtpMailer } from './platform/mail/smtp-mailer.ts';

const say = (text: string) => process.stdout.write(`${text}\n`);

async function run([to = '']: readonly string[]): Promise<void> {
  if (existsSync('.env')) process.loadEnvFile('.env');
  const { mail } = readEnv(process.env);
  if (!mail) throw new EnvError('No mail server is set: SMTP_URL and MAIL_FROM are missing.');
  if (!isAddress(to)) {
    throw new EnvError('Say to whom: npm run mail-test -- you@example.com');
  }
  const { host } = new URL(mail.url);
  say(`Sending a message from ${mail.from} to ${to} by ${host} …`);
  const mailer = openSmtpMailer(mail, pino({ level: 'silent' }));
  await mailer.send({
    to,
    subject: 'A test message from Remit',
    text: 'Remit can send messages by this mail server.',
  });
  say('The mail server has taken it. Look whether it arrives, and not among the unwanted ones.');
}

run(process.argv.slice(2)).then(
  () => process.exit(0),
  (error: unknown) => {
    const isUnsure = error instanceof MailError && error.mayHaveArrived;
    const outcome = isUnsure ? 'The message may have been sent.' : 'No message was sent.';
    const why = error instanceof MailError ? `${error.message}.` : explainStartFailure(error);
    process.stderr.write(`\n${outcome}\n${why}\n`);
    process.exit(1);
  },
);

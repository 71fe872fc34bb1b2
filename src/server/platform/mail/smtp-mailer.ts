import { Readable } from 'node:stream';
import { rootCertificates } from 'node:tls';
import type { Logger } from '../log/logger.ts';
import { explainMailError } from './explain-mail-error.ts';
import type { Mailer } from './mailer.ts';
import { composeMessage } from './mailer.ts';

export interface SmtpSettings {
  /** smtp:// or smtps://, with the credentials in it; never logged. */
  url: string;
  /** The address that messages come from. */
  from: string;
  /** What each message is signed with, so that its recipient's server knows whose it is (RFC 6376). */
  dkim?: DkimKey | undefined;
  /** Certificates as PEM: a server's that one of them signed is trusted, beside what every program trusts. */
  authority?: string | undefined;
  /** A header that names the message once more, for a provider that gives it another name. */
  namedIn?: string;
}

export interface DkimKey {
  domainName: string;
  keySelector: string;
  /** As PEM; never logged. */
  privateKey: string;
}

/** In milliseconds. */
export interface SmtpTimes {
  /** Until the connection stands. */
  connect: number;
  /** Until the server says hello. */
  greeting: number;
  /** Until the whole message is handed over. */
  handover: number;
  /** From then on, until the server says that it has taken it: it may look for viruses first. */
  reply: number;
}

const TIMES: SmtpTimes = {
  connect: 10_000,
  greeting: 10_000,
  handover: 60_000,
  reply: 180_000,
};

/**
 * Hands messages to a mail server, one connection each. A server that stalls, or says a byte now
 * and then, is given up after some time, so that it holds no worker.
 */
export function openSmtpMailer(
  { url, from, dkim, authority, namedIn }: SmtpSettings,
  log: Logger,
  given: Partial<SmtpTimes> = {},
): Mailer {
  const times = { ...TIMES, ...given };
  const server = readSmtpUrl(url);
  return {
    kind: 'smtp',
    async send(message, { beforeHandover } = {}) {
      const { createTransport } = await import('nodemailer');
      const transport = createTransport({
        ...server,
        ...(dkim ? { dkim } : {}),
        ...(authority ? { tls: { ca: [...rootCertificates, authority] } } : {}),
        connectionTimeout: times.connect,
        dnsTimeout: times.connect,
        greetingTimeout: times.greeting,
        // Never the first to end the wait: the times below do.
        socketTimeout: times.handover + times.reply,
        socketCloseTimeout: 500,
      });
      const limit = new AbortController();
      const within = (ms: number) => setTimeout(() => limit.abort(), ms);
      let timer = within(times.handover);
      let handedOver = false;
      let stopped: { why: unknown } | undefined;
      /** Read by the connection itself, after the server has asked for the message (RFC 5321, 4.1.1.4). */
      async function* handOver(content: AsyncIterable<Buffer>) {
        yield* content;
        try {
          await beforeHandover?.();
        } catch (why) {
          stopped = { why };
          throw why;
        }
        handedOver = true;
        clearTimeout(timer);
        timer = within(times.reply);
      }
      const { transporter } = transport;
      const sendOn = transporter.send.bind(transporter);
      // Not as a plugin: what signs a message comes after those, and reads all of it first.
      transporter.send = (mail, done) => {
        mail.message.processFunc((content) => Readable.from(handOver(content)));
        sendOn(mail, done);
      };
      try {
        const composed = {
          ...composeMessage(message, from, namedIn),
          signal: limit.signal,
        };
        await transport.sendMail(composed);
      } catch (error) {
        if (stopped) throw stopped.why;
        const failure = explainMailError(error, handedOver);
        const { code } = error as NodeJS.ErrnoException;
        log.warn({ code, reason: failure.message }, 'the mail server did not take a message');
        throw failure;
      } finally {
        clearTimeout(timer);
      }
    },
  };
}

const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]']);

/** Where the server is, and who signs in there. A password goes over the network encrypted only. */
function readSmtpUrl(url: string) {
  const { protocol, hostname, port, username, password } = new URL(url);
  const secure = protocol === 'smtps:';
  const user = decodeURIComponent(username);
  return {
    host: hostname.replace(/^\[|\]$/g, ''),
    port: Number(port) || (secure ? 465 : 587),
    secure,
    ...(user
      ? {
          auth: { user, pass: decodeURIComponent(password) },
          requireTLS: !secure && !LOOPBACK.has(hostname),
        }
      : {}),
  };
}

import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import type { Mailer } from '../../src/server/platform/mail/mailer.ts';
import { openSmtpMailer } from '../../src/server/platform/mail/smtp-mailer.ts';
import { quietLog } from '../database/quiet-log.ts';

/** What the server does with the next messages. */
export type Mood =
  | 'accept'
  /** 550 to the recipient, for a reason that is none of the address. */
  | 'refuse'
  /** 451 to the recipient. */
  | 'later'
  /** 554 to the message. */
  | 'refuse message'
  /** Takes the message, and says so six seconds later. */
  | 'slow'
  /** Says nothing once the message has come. */
  | 'stall'
  /** Says nothing at all. */
  | 'mute'
  /** Breaks the connection in the middle of the message. */
  | 'drop'
  /** Takes the message, and breaks the connection before it says so. */
  | 'accept and die';

export interface SmtpPeer {
  url: string;
  /** What was accepted, as it came, oldest first. */
  accepted: Buffer[];
  /** To whom each of them went. */
  recipients: string[][];
  /** There is no such mailbox as these, whatever the mood. */
  refuse(addresses: readonly string[]): void;
  /** One of them, read. */
  read(place: number): Promise<Email>;
  /** How many connections there were. */
  connections(): number;
  be(mood: Mood): void;
  /** What sends through it. */
  openMailer(patience?: Parameters<typeof openSmtpMailer>[2]): Mailer;
  close(): Promise<void>;
}

/** A real mail server on this machine. With a password, it wants one. */
export async function openSmtpPeer(login?: { user: string; pass: string }): Promise<SmtpPeer> {
  let mood: Mood = 'accept';
  let count = 0;
  let refused: readonly string[] = [];
  const accepted: Buffer[] = [];
  const recipients: string[][] = [];
  const refusal = (responseCode: number, message: string) =>
    Object.assign(new Error(message), { responseCode });
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    authOptional: !login,
    allowInsecureAuth: true,
    disableReverseLookup: true,
    closeTimeout: 50,
    onConnect(_session, done) {
      count += 1;
      if (mood !== 'mute') done();
    },
    onAuth({ username, password }, _session, done) {
      if (username === login?.user && password === login?.pass) done(null, { user: username });
      else done(refusal(535, `Login of ${username} with ${password} failed`));
    },
    onRcptTo({ address }, _session, done) {
      if (refused.includes(address)) done(refusal(550, `5.1.1 <${address}> does not live here`));
      else if (mood === 'refuse') done(refusal(550, `5.7.1 <${address}> takes nothing from you`));
      else if (mood === 'later') done(refusal(451, '4.7.1 Greylisted, come back'));
      else done();
    },
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      const breakOff = () => {
        for (const connection of server.connections) {
          (connection as unknown as { _socket: { destroy(): void } })._socket.destroy();
        }
      };
      stream.on('data', (chunk: Buffer) => {
        chunks.push(chunk);
        if (mood === 'drop') breakOff();
      });
      stream.on('end', () => {
        if (mood === 'stall' || mood === 'drop') return;
        if (mood === 'refuse message') {
          done(refusal(554, '5.7.1 Looks like advertising'));
          return;
        }
        accepted.push(Buffer.concat(chunks));
        recipients.push(session.envelope.rcptTo.map(({ address }) => address));
        if (mood === 'slow') setTimeout(done, 6_000);
        else if (mood === 'accept and die') breakOff();
        else done();
      });
    },
  });
  server.on('error', () => {});
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  const who = login ? `${encodeURIComponent(login.user)}:${encodeURIComponent(login.pass)}@` : '';
  const url = `smtp://${who}127.0.0.1:${port}`;
  return {
    url,
    accepted,
    recipients,
    refuse(addresses) {
      refused = addresses;
    },
    read: (place) => PostalMime.parse(accepted.at(place) ?? ''),
    connections: () => count,
    be(next) {
      mood = next;
    },
    openMailer: (patience) =>
      openSmtpMailer(
        { url, from: 'billing@remit.example' },
        { ...quietLog, debug() {}, fatal() {} },
        patience,
      ),
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

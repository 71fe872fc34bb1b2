import { toAsciiAddress } from '../../../shared/contract/email-address.ts';
import { withoutDirections } from '../../../shared/text/without-directions.ts';

export interface MailAddress {
  name?: string | undefined;
  address: string;
}

export interface MailMessage {
  to: string | MailAddress;
  /** Named in its header; each gets a copy of its own. */
  cc?: readonly string[];
  /** Of a copy, whom this one goes to: it names `to` and `cc` all the same. */
  reader?: string;
  subject: string;
  text: string;
  html?: string;
  /** Shown before the sender's address; 'Remit' unless told. */
  fromName?: string;
  replyTo?: MailAddress | undefined;
  /**
   * Names the message within the sender's domain; the same for each attempt, so that one sent twice
   * counts as one.
   */
  messageId?: string;
  attachments?: MailFile[];
  /** Where its recipient says, by one press in the mail program, that no more of the kind is wanted. */
  unsubscribeUrl?: string;
  /** Shown within the HTML, which names them 'cid:{contentId}': nothing is fetched from anywhere. */
  pictures?: (MailFile & { contentId: string })[];
}

interface MailFile {
  fileName: string;
  contentType: string;
  content: Buffer;
}

export interface Mailer {
  /** 'outbox' where no mail server is configured. */
  readonly kind: 'smtp' | 'outbox';
  /**
   * Resolves when the mail server (or the outbox) has accepted the message for the one it goes to: its
   * `reader`, or else `to`.
   * @throws MailError; what `beforeHandover` throws
   */
  send(message: MailMessage, options?: SendOptions): Promise<void>;
}

export interface SendOptions {
  /** Awaited before the end of the message is handed over: it has not been sent if this throws. */
  beforeHandover?: () => Promise<void>;
}

/** A message was not accepted. Its words are for the owner: no names, hosts or credentials. */
export class MailError extends Error {
  override readonly name = 'MailError';
  /** The same message would be refused again. */
  readonly permanent: boolean;
  /** The server had all of it, and has not said what became of it: it may have been sent. */
  readonly mayHaveArrived: boolean;
  /** The server knows that there is no such mailbox: nothing can be written there. */
  addressIsUnknown = false;

  constructor(message: string, permanent: boolean, cause?: unknown, mayHaveArrived = false) {
    super(mayHaveArrived ? `${message}${UNSURE}` : message, { cause });
    this.permanent = permanent;
    this.mayHaveArrived = mayHaveArrived;
  }
}

const UNSURE = ' after it had been given the message, so it may have been sent';

/** What both mailers hand to the composer. Nothing is read from files or addresses. */
export function composeMessage(message: MailMessage, from: string, namedIn?: string) {
  const { to, subject, text, html, fromName = 'Remit', replyTo, messageId } = message;
  const { cc = [], reader, unsubscribeUrl, attachments = [], pictures = [] } = message;
  return {
    from: { name: oneLine(fromName), address: from },
    to: named(to),
    ...(cc.length > 0 ? { cc: cc.map(named) } : {}),
    subject: oneLine(subject),
    text,
    ...(html ? { html } : {}),
    ...(replyTo ? { replyTo: named(replyTo) } : {}),
    envelope: { from, to: [named(reader ?? to).address] },
    headers: {
      ...(unsubscribeUrl ? unsubscribeHeaders(unsubscribeUrl) : {}),
      ...(namedIn && messageId ? { [namedIn]: messageId } : {}),
    },
    ...(messageId ? { messageId: `<${messageId}@${from.split('@').at(-1)}>` } : {}),
    attachments: [
      ...pictures.map(({ contentId, ...file }) => ({
        ...attached(file),
        cid: contentId,
        contentDisposition: 'inline' as const,
      })),
      ...attachments.map(attached),
    ],
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

/** RFC 8058: mail programs send the second header's words to the first one's address. */
const unsubscribeHeaders = (url: string) => ({
  'List-Unsubscribe': { prepared: true, value: `<${url}>` },
  'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
});

function attached({ fileName, contentType, content }: MailFile) {
  return { filename: oneLine(fileName), contentType, content };
}

function named(given: string | MailAddress) {
  const { name, address } = typeof given === 'string' ? { name: '', address: given } : given;
  return { name: oneLine(name ?? ''), address: toAsciiAddress(oneLine(address)) };
}

/** A header that could hold a line break could hold another header; none reads as another text than it is. */
function oneLine(value: string): string {
  return withoutDirections(value)
    .replace(/\p{Cc}+/gu, ' ')
    .trim();
}

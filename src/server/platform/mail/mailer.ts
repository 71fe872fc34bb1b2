export interface MailAddress {
  name?: string | undefined;
  address: string;
}

export interface MailMessage {
  to: string | MailAddress;
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
   * Resolves when the mail server (or the outbox) has accepted the message.
   * @throws MailError
   */
  send(message: MailMessage): Promise<void>;
}

/** A message was not accepted. Its words are for the owner: no names, hosts or credentials. */
export class MailError extends Error {
  override readonly name = 'MailError';
  /** The same message would be refused again. */
  readonly permanent: boolean;
  /** The server had all of it, and has not said what became of it. */
  readonly mayHaveArrived: boolean;

  constructor(message: string, permanent: boolean, cause?: unknown, mayHaveArrived = false) {
    super(mayHaveArrived ? `${message}${UNSURE}` : message, { cause });
    this.permanent = permanent;
    this.mayHaveArrived = mayHaveArrived;
  }
}

const UNSURE = ' after it had been given the message, so it may have arrived';

/** What both mailers hand to the composer. Nothing is read from files or addresses. */
export function composeMessage(message: MailMessage, from: string) {
  const { to, subject, text, html, fromName = 'Remit', replyTo, messageId } = message;
  const { attachments = [], pictures = [] } = message;
  return {
    from: { name: oneLine(fromName), address: from },
    to: typeof to === 'string' ? { name: '', address: oneLine(to) } : named(to),
    subject: oneLine(subject),
    text,
    ...(html ? { html } : {}),
    ...(replyTo ? { replyTo: named(replyTo) } : {}),
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

function attached({ fileName, contentType, content }: MailFile) {
  return { filename: fileName, contentType, content };
}

function named({ name, address }: MailAddress) {
  return { name: oneLine(name ?? ''), address: oneLine(address) };
}

/** A header that could hold a line break could hold another header. */
function oneLine(value: string): string {
  return value.replace(/\p{Cc}+/gu, ' ').trim();
}

import type { ImapFlow } from 'imapflow';
import type { Services } from '../../../platform/http/services.ts';
import { noteBounce } from './note-bounce.ts';
import { readComplaint, readDeliveryStatus } from './read-report.ts';

/** At a look; the rest comes at the next. */
const AT_ONCE = 200;
/** What a report is made of stands at its beginning. */
const MOST_BYTES = 256_000;
/** Longer, and the next look begins anew. */
const PATIENCE_MS = 60_000;
/** What was looked at and is no report stays as unread as it is, and has this mark. */
const LOOKED_AT = 'RemitLookedAt';

type MailboxServices = Pick<Services, 'db' | 'clock' | 'env' | 'log'>;

/**
 * Reads what came back to the mailbox that was set. A report is marked as seen when what it tells has
 * been noted, and not before: killed in between it is read again, and noted once.
 * @returns how many reports there were
 */
export async function readBounceMailbox(services: MailboxServices): Promise<number> {
  const { bounceMailbox } = services.env;
  if (!bounceMailbox) return 0;
  const { ImapFlow: Client } = await import('imapflow');
  const { folder, ...server } = bounceMailbox;
  const client = new Client({
    ...server,
    logger: false,
    disableAutoIdle: true,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: PATIENCE_MS,
  });
  // Without a listener, an error of the connection would end the process.
  client.on('error', () => {});
  await client.connect();
  try {
    await client.mailboxOpen(folder);
    return await readUnseen(services, client);
  } finally {
    await client.logout().catch(() => client.close());
  }
}

async function readUnseen(services: MailboxServices, client: ImapFlow): Promise<number> {
  const unseen = { seen: false, unKeyword: LOOKED_AT };
  const uids = (await client.search(unseen, { uid: true })) || [];
  // Where a server keeps no marks of ours, what was looked at counts as seen.
  const keepsMarks = client.mailbox && client.mailbox.permanentFlags?.has('\\*');
  let reports = 0;
  for (const uid of uids.slice(0, AT_ONCE)) {
    const source = { start: 0, maxLength: MOST_BYTES };
    const message = await client.fetchOne(String(uid), { source }, { uid: true });
    const isReport = message && message.source ? await readReport(services, message.source) : false;
    const mark = isReport || !keepsMarks ? ['\\Seen', LOOKED_AT] : [LOOKED_AT];
    await client.messageFlagsAdd(String(uid), mark, { uid: true });
    if (isReport) reports += 1;
  }
  return reports;
}

/** @returns whether it was a report, of a message of ours or not */
export async function readReport(
  services: Pick<Services, 'db' | 'clock'>,
  source: Buffer,
): Promise<boolean> {
  const { default: PostalMime } = await import('postal-mime');
  const mail = await PostalMime.parse(source, { forceRfc822Attachments: true }).catch(
    () => undefined,
  );
  // What no program can read is no report.
  if (!mail) return false;
  const part = (...types: string[]) =>
    mail.attachments
      .filter(({ mimeType }) => types.includes(mimeType))
      .map(({ content }) =>
        typeof content === 'string' ? content : Buffer.from(content as ArrayBuffer).toString(),
      );
  const returned = part('message/rfc822', 'message/global', 'text/rfc822-headers');
  const [status] = part('message/delivery-status', 'message/global-delivery-status');
  const [feedback] = part('message/feedback-report');
  if (status === undefined && feedback === undefined) return false;
  const bounces = status === undefined ? [] : readDeliveryStatus(status, returned);
  const complaint = feedback === undefined ? undefined : readComplaint(feedback, returned);
  for (const told of [...bounces, ...(complaint ? [complaint] : [])]) {
    await noteBounce(services, told);
  }
  return true;
}

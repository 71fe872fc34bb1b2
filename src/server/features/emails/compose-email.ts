import type { Services } from '../../platform/http/services.ts';
import type { MailMessage } from '../../platform/mail/mailer.ts';
import { MailError } from '../../platform/mail/mailer.ts';
import { isPlatformName } from '../../platform/mail/platform-name.ts';
import { withoutLinksIn, withoutLinksOrAddresses } from '../../platform/mail/without-links.ts';
import { requireProfile } from '../documents/index.ts';
import type { ProfileRow } from '../profile/index.ts';
import { readLogo } from '../profile/index.ts';
import { readTrust } from '../senders/index.ts';
import { listEmailFiles } from './email-file.store.ts';
import type { EmailContent } from './email-layout.ts';
import { emailHtml, emailText } from './email-layout.ts';
import type { EmailRow } from './email.store.ts';
import type { ComposeServices, WriteEmail } from './mailed-documents.ts';
import type { ReadMessage } from './report-token.ts';
import { reportToken, reportUrl, unsubscribeToken, unsubscribeUrl } from './report-token.ts';

/** Twice the measures on the screen, for screens that have them. */
const DRAWN = { width: 320, height: 96, bytes: 40_000 };
const ON_SCREEN = { width: 160, height: 48 };
const CONTENT_ID = 'logo';

interface EmailLogo {
  /** For the message as it goes out, and as it is kept to be looked at here. */
  sent: EmailContent['logo'];
  kept: EmailContent['logo'];
  pictures: NonNullable<MailMessage['pictures']>;
}

/**
 * The business's logo as part of the message itself: mail programs show it without asking, it is
 * there when the business has another one, and reading it tells nobody anything.
 */
async function emailLogo(
  services: Pick<Services, 'files' | 'log'>,
  profile: ProfileRow,
): Promise<EmailLogo | undefined> {
  const content = await readLogo(services, profile, DRAWN);
  if (!content) return undefined;
  // A PNG begins with its measures (PNG 3, section 11.2.1).
  const [width, height] = [content.readUInt32BE(16), content.readUInt32BE(20)];
  const scale = Math.min(1, ON_SCREEN.width / width, ON_SCREEN.height / height);
  const shown = {
    width: Math.max(1, Math.round(width * scale)),
    height: Math.max(1, Math.round(height * scale)),
  };
  const contentType = 'image/png';
  return {
    sent: { ...shown, src: `cid:${CONTENT_ID}` },
    kept: { ...shown, src: `data:${contentType};base64,${content.toString('base64')}` },
    pictures: [{ contentId: CONTENT_ID, fileName: 'logo.png', contentType, content }],
  };
}

/** Addresses that are ours, and what no reader is shown. */
const NOT_NEUTRALIZED: ReadonlySet<string> = new Set(['url', 'src', 'brand', 'language']);
const NEUTRAL_NAME = 'A business using Remit';

export interface ComposedEmail {
  /** What goes to each of its readers: the links to report it and to unsubscribe are theirs alone. */
  messageTo: (reader: string) => MailMessage;
  /** As its recipient reads it; the HTML for being looked at here, where no picture comes along. */
  text: string;
  html: string;
}

/** Messages that are sent repeatedly, and from which each reader can unsubscribe. */
export const isRepeated = ({ kind }: Pick<EmailRow, 'kind'>): boolean =>
  kind === 'reminder' || kind === 'statement';

/**
 * A queued message as it goes out, with its PDF.
 * @throws PdfError when the PDF cannot be drawn
 */
export async function composeEmail(
  services: ComposeServices,
  email: EmailRow,
  write: WriteEmail,
): Promise<ComposedEmail> {
  const profile = await requireProfile(services.db.orm, email.businessId);
  const trust = await readTrust(services.db.orm, services, email.businessId);
  // Links of an unproven account lead to this installation alone, in the PDF too.
  const options = { links: trust.isProven };
  const { content: said, ...drawn } = await write(services, profile, options);
  const pdfs = drawn.draw
    ? [
        {
          fileName: drawn.fileName,
          contentType: 'application/pdf',
          content: await drawn.draw({ rank: 'background', key: email.businessId }),
        },
      ]
    : [];
  const neutral = trust.isProven ? said : withoutLinksIn(said, NOT_NEUTRALIZED);
  const unsubscribeOf = (link: ReadMessage) =>
    unsubscribeUrl(services.appUrl(), unsubscribeToken(services.masterKey, link));
  const linkOf = (reader: string): ReadMessage => ({
    businessId: email.businessId,
    emailId: email.id,
    reader,
  });
  const contentTo = (reader: string): EmailContent => {
    const link = linkOf(reader);
    return {
      ...neutral,
      report: {
        words: 'Not expecting this message? Report it',
        url: reportUrl(services.appUrl(), reportToken(services.masterKey, link)),
      },
      ...(isRepeated(email)
        ? {
            unsubscribe: {
              words: 'Unsubscribe from reminders and statements',
              url: unsubscribeOf(link),
            },
          }
        : {}),
    };
  };
  const logo = await emailLogo(services, profile);
  const senderName = formatSenderName(services, profile, trust);
  const attachments = [...pdfs, ...(await readFiles(services, email))];
  const content = contentTo(email.toAddress);
  return {
    text: emailText(content),
    html: emailHtml({ ...content, logo: logo?.kept }),
    messageTo(reader) {
      const written = contentTo(reader);
      return {
        to: { name: email.toName ?? undefined, address: email.toAddress },
        cc: email.cc.filter((address) => !email.refused.includes(address)),
        ...(reader === email.toAddress ? {} : { reader }),
        subject: written.subject,
        text: emailText(written),
        html: emailHtml({ ...written, logo: logo?.sent }),
        fromName: senderName,
        replyTo: profile.email ? { name: senderName, address: profile.email } : undefined,
        messageId: email.messageId,
        ...(isRepeated(email) ? { unsubscribeUrl: unsubscribeOf(linkOf(reader)) } : {}),
        attachments,
        ...(logo ? { pictures: logo.pictures } : {}),
      };
    },
  };
}

/** The files that its owner has attached, as they were sent here. */
async function readFiles({ db, files }: ComposeServices, { businessId, id }: EmailRow) {
  const listed = await listEmailFiles(db.orm, businessId, id);
  const read = [];
  for (const { key, fileName, contentType } of listed) {
    const content = await files.read(key);
    if (!content) throw new MailError(`The attached file ${fileName} is not there any more`, true);
    read.push({ fileName, contentType, content });
  }
  return read;
}

/** Before the address that a message comes from: never what could be taken for the platform's own. */
function formatSenderName(
  { appUrl }: Pick<ComposeServices, 'appUrl'>,
  { businessName }: ProfileRow,
  { isProven, isAdmin }: { isProven: boolean; isAdmin: boolean },
): string {
  if (isAdmin) return businessName;
  if (isPlatformName(businessName, appUrl())) return NEUTRAL_NAME;
  return isProven ? businessName : withoutLinksOrAddresses(businessName);
}

import type { MailMessage } from '../../platform/mail/mailer.ts';
import { isPlatformName } from '../../platform/mail/platform-name.ts';
import { withoutLinks, withoutLinksIn } from '../../platform/mail/without-links.ts';
import { requireProfile } from '../documents/index.ts';
import type { ProfileRow } from '../profile/index.ts';
import { readTrust } from '../senders/index.ts';
import type { EmailRow } from './email.store.ts';
import type { EmailContent } from './email-layout.ts';
import { emailHtml, emailText } from './email-layout.ts';
import { emailLogo } from './email-logo.ts';
import type { ComposeServices, WriteEmail } from './mailed-documents.ts';
import { reportToken, reportUrl } from './report-token.ts';

/** Addresses that are ours, and what no reader is shown. */
const NOT_NEUTRALIZED: ReadonlySet<string> = new Set(['url', 'src', 'brand', 'language']);
const NEUTRAL_NAME = 'A business using Remit';

/**
 * A queued message as it goes out, with the PDF; `html` is the same for being looked at here, where
 * no picture comes along.
 * @throws PdfError when the PDF cannot be drawn
 */
export async function composeEmail(
  services: ComposeServices,
  email: EmailRow,
  write: WriteEmail,
): Promise<{ message: MailMessage; text: string; html: string }> {
  const profile = await requireProfile(services.db.orm, email.businessId);
  const trust = await readTrust(services.db.orm, services, email.businessId);
  // Links of an unproven account lead to this installation alone, in the PDF too.
  const options = { links: trust.isProven };
  const { content: said, draw, fileName } = await write(services, profile, options);
  const pdf = await draw({ rank: 'background', key: email.businessId });
  const ofEmail = { businessId: email.businessId, emailId: email.id };
  const content: EmailContent = {
    ...(trust.isProven ? said : withoutLinksIn(said, NOT_NEUTRALIZED)),
    report: {
      words: 'Did you not expect this message? Report it',
      url: reportUrl(services.appUrl(), reportToken(services.masterKey, ofEmail)),
    },
  };
  const logo = await emailLogo(services, profile);
  const text = emailText(content);
  const senderName = formatSenderName(services, profile, trust);
  return {
    text,
    html: emailHtml({ ...content, logo: logo?.kept }),
    message: {
      to: { name: email.toName ?? undefined, address: email.toAddress },
      subject: content.subject,
      text,
      html: emailHtml({ ...content, logo: logo?.sent }),
      fromName: senderName,
      replyTo: profile.email ? { name: senderName, address: profile.email } : undefined,
      messageId: email.messageId,
      attachments: [{ fileName, contentType: 'application/pdf', content: pdf }],
      ...(logo ? { pictures: logo.pictures } : {}),
    },
  };
}

/** Before the address that a message comes from: never what could be taken for the platform's own. */
function formatSenderName(
  { appUrl }: Pick<ComposeServices, 'appUrl'>,
  { businessName }: ProfileRow,
  { isProven, isAdmin }: { isProven: boolean; isAdmin: boolean },
): string {
  if (isAdmin) return businessName;
  if (isPlatformName(businessName, appUrl())) return NEUTRAL_NAME;
  return isProven ? businessName : withoutLinks(businessName);
}

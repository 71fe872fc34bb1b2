import type { MailMessage } from '../../../platform/mail/mailer.ts';
import { requireProfile } from '../draw-document.ts';
import type { EmailRow } from './email.store.ts';
import { emailHtml, emailText } from './email-layout.ts';
import { emailLogo } from './email-logo.ts';
import type { ComposeServices, WriteEmail } from './mailed-documents.ts';

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
  const profile = await requireProfile(services.db.orm, email.userId);
  const { content, draw, fileName } = await write(services, profile);
  const pdf = await draw({ rank: 'background', key: email.userId });
  const logo = await emailLogo(services, profile);
  const text = emailText(content);
  const { businessName } = profile;
  return {
    text,
    html: emailHtml({ ...content, logo: logo?.kept }),
    message: {
      to: { name: email.toName ?? undefined, address: email.toAddress },
      subject: email.subject,
      text,
      html: emailHtml({ ...content, logo: logo?.sent }),
      fromName: businessName,
      replyTo: profile.email ? { name: businessName, address: profile.email } : undefined,
      messageId: email.messageId,
      attachments: [{ fileName, contentType: 'application/pdf', content: pdf }],
      ...(logo ? { pictures: logo.pictures } : {}),
    },
  };
}

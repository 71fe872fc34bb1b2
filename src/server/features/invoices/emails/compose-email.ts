import type { InvoiceDetail } from '../../../../shared/invoices/invoice.contract.ts';
import type { Services } from '../../../platform/http/services.ts';
import type { MailMessage } from '../../../platform/mail/mailer.ts';
import { isTestBusiness } from '../../profile/index.ts';
import { requireProfile } from '../draw-document.ts';
import { publicInvoiceUrl, renderInvoicePdf } from '../invoice-documents.ts';
import type { EmailRow } from './email.store.ts';
import { emailHtml, emailText } from './email-layout.ts';
import { emailLogo } from './email-logo.ts';
import { invoiceSentEmail } from './invoice-sent.email.ts';
import { paymentReceivedEmail } from './payment-received.email.ts';

type ComposeServices = Pick<
  Services,
  'db' | 'pdf' | 'files' | 'appUrl' | 'clock' | 'log' | 'payments' | 'seal'
>;

/**
 * A queued message as it goes out, with the PDF; `html` is the same for being looked at here, where
 * no picture comes along.
 * @throws PdfError when the PDF cannot be drawn
 */
export async function composeEmail(
  services: ComposeServices,
  email: EmailRow,
  invoice: InvoiceDetail,
): Promise<{ message: MailMessage; text: string; html: string }> {
  const profile = await requireProfile(services.db.orm, email.userId);
  // What the customer is sent is a sent invoice, though it becomes one only when this has arrived.
  const status = invoice.status === 'draft' ? ('sent' as const) : invoice.status;
  const { pdf, fileName } = await renderInvoicePdf(services, { ...invoice, status });
  const payUrl = publicInvoiceUrl(services.appUrl(), invoice.publicId);
  const payment = invoice.payments.find(({ id }) => id === email.paymentId);
  const content = payment
    ? paymentReceivedEmail(invoice, payment, profile, email, {
        payUrl,
        test: isTestBusiness(services, profile),
      })
    : invoiceSentEmail(invoice, profile, email, payUrl);
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

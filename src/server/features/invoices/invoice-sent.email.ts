import { formatDate } from '../../../shared/dates/calendar-date.ts';
import { labelledTexts } from '../../../shared/documents/document-content.ts';
import type { InvoiceDetail } from '../../../shared/invoices/invoice.contract.ts';
import { formatMoney, hundredths } from '../../../shared/money/hundredths.ts';
import { brandColors } from '../../../shared/profile/brand-color.ts';
import type { EmailContent, EmailRow } from '../emails/index.ts';
import { senderLines } from '../emails/index.ts';
import type { ProfileRow } from '../profile/index.ts';
import { paymentMethods } from '../profile/index.ts';

/** What a customer reads when an invoice is sent. */
export function invoiceSentEmail(
  invoice: InvoiceDetail,
  profile: ProfileRow,
  email: Pick<EmailRow, 'subject' | 'message'>,
  payUrl: string,
): EmailContent {
  const { businessName } = profile;
  const amount = formatMoney(invoice.amountDue);
  const due = formatDate(invoice.dueDate);
  const partly = hundredths(invoice.amountReceived) > 0n;
  const paysOnline = paymentMethods(profile).length > 0 && hundredths(invoice.amountDue) > 0n;
  return {
    language: 'en',
    subject: email.subject,
    preheader: `Invoice ${invoice.invoiceNumber}: ${amount} due ${due}`,
    businessName,
    brand: brandColors(profile.pdfPrimaryColor),
    headline: { label: 'Amount due', value: amount },
    facts: [
      { label: 'Invoice', value: invoice.invoiceNumber },
      ...labelledTexts('invoice', 'reference', invoice).map(([label, value]) => ({ label, value })),
      { label: 'Due', value: due },
      ...(partly
        ? [
            { label: 'Total', value: formatMoney(invoice.total) },
            { label: 'Received', value: formatMoney(invoice.amountReceived) },
          ]
        : []),
    ],
    message: email.message,
    button: { words: paysOnline ? 'View and pay invoice' : 'View invoice', url: payUrl },
    footer: ['The invoice is attached as a PDF.', ...senderLines(profile)],
  };
}

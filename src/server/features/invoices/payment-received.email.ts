import { formatDate } from '../../../shared/dates/calendar-date.ts';
import type { InvoiceDetail, Payment } from '../../../shared/invoices/invoice.contract.ts';
import { PAYMENT_METHOD_LABELS } from '../../../shared/invoices/invoice-status.ts';
import { formatMoney, isPositive, money } from '../../../shared/money/money.ts';
import { brandColors } from '../../../shared/profile/brand-color.ts';
import type { EmailContent, EmailRow } from '../emails/index.ts';
import { senderLines } from '../emails/index.ts';
import type { ProfileRow } from '../profile/index.ts';

/** The receipt that a customer reads when an online payment has come. */
export function paymentReceivedEmail(
  invoice: InvoiceDetail,
  payment: Payment,
  profile: ProfileRow,
  email: Pick<EmailRow, 'subject' | 'message'>,
  { payUrl, test }: { payUrl: string; test: boolean },
): EmailContent {
  const amount = formatMoney(payment);
  const due = money(invoice.amountDue, invoice.currency);
  const how =
    payment.methodDetail ?? (payment.paymentMethod && PAYMENT_METHOD_LABELS[payment.paymentMethod]);
  return {
    language: 'en',
    subject: email.subject,
    preheader: `${amount} for invoice ${invoice.invoiceNumber}`,
    businessName: profile.businessName,
    brand: brandColors(profile.pdfPrimaryColor),
    ...(test ? { notice: 'Test payment. No real money moved.' } : {}),
    headline: { label: 'Amount paid', value: amount },
    facts: [
      { label: 'Invoice', value: invoice.invoiceNumber },
      { label: 'Paid on', value: formatDate(payment.paymentDate) },
      ...(how ? [{ label: 'Paid with', value: how }] : []),
      ...(isPositive(due) ? [{ label: 'Still due', value: formatMoney(due) }] : []),
    ],
    message: email.message,
    button: { words: 'View invoice', url: payUrl },
    footer: ['The invoice is attached as a PDF.', ...senderLines(profile)],
  };
}

import { formatDate } from '../../../shared/dates/calendar-date.ts';
import type { InvoiceDetail } from '../../../shared/invoices/invoice.contract.ts';
import { formatMoney, money } from '../../../shared/money/money.ts';
import type { EmailContent, EmailRow } from '../emails/index.ts';
import { customerEmail } from '../emails/index.ts';
import type { PaymentRow, RefundRow } from '../ledger/index.ts';
import type { ProfileRow } from '../profile/index.ts';
import { dueFacts } from './plan-facts.ts';

/** What a customer reads whose payment was given back, whole or in part, with the owner's words. */
export function refundedEmail(
  invoice: InvoiceDetail,
  { refund, payment }: { refund: RefundRow; payment: PaymentRow },
  profile: ProfileRow,
  email: Pick<EmailRow, 'subject' | 'message'>,
  { payUrl, test }: { payUrl: string; test: boolean },
): EmailContent {
  const amount = formatMoney(money(refund.amount, payment.currency));
  const isCombined = payment.invoiceId === null;
  return customerEmail(profile, email, {
    attached: 'invoice',
    test,
    preheader: isCombined
      ? `${amount} of your payment for several invoices`
      : `${amount} of invoice ${invoice.invoiceNumber}`,
    headline: { label: 'Refunded', value: amount },
    facts: [
      ...(isCombined ? [] : [{ label: 'Invoice', value: invoice.invoiceNumber }]),
      {
        label: `Of the payment on ${formatDate(payment.paymentDate)}`,
        value: formatMoney(payment),
      },
      ...(payment.methodDetail ? [{ label: 'Back to', value: payment.methodDetail }] : []),
      ...dueFacts(invoice, isCombined ? `Due on ${invoice.invoiceNumber}` : 'Due'),
    ],
    button: {
      words: isCombined ? `View invoice ${invoice.invoiceNumber}` : 'View invoice',
      url: payUrl,
    },
  });
}

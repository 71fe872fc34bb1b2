import { formatDate } from '../../../shared/dates/calendar-date.ts';
import { paidWith } from '../../../shared/invoices/invoice-status.ts';
import type { InvoiceDetail, Payment } from '../../../shared/invoices/invoice.contract.ts';
import { formatMoney, isPositive, money } from '../../../shared/money/money.ts';
import type { SettledInvoice } from '../../../shared/payments/receipt-document.ts';
import type { EmailContent, EmailRow } from '../emails/index.ts';
import { customerEmail } from '../emails/index.ts';
import type { ProfileRow } from '../profile/index.ts';
import { dueFacts } from './plan-facts.ts';

/**
 * The receipt that a customer reads when a payment has come.
 * @param invoice that its button leads to
 * @param settled all that the payment settles
 */
export function paymentReceivedEmail(
  invoice: InvoiceDetail,
  payment: Payment,
  settled: readonly SettledInvoice[],
  profile: ProfileRow,
  email: Pick<EmailRow, 'subject' | 'message'>,
  { payUrl, test }: { payUrl: string; test: boolean },
): EmailContent {
  const amount = formatMoney(payment);
  const isDivided = settled.length > 1;
  const unapplied = money(payment.unappliedAmount, payment.currency);
  const how = paidWith(payment);
  return customerEmail(profile, email, {
    attached: 'receipt',
    test,
    preheader: isDivided
      ? `${amount} for ${settled.length} invoices`
      : `${amount} for invoice ${invoice.invoiceNumber}`,
    headline: { label: 'Amount paid', value: amount },
    facts: [
      ...(isDivided
        ? settled.map((one) => ({
            label: `Invoice ${one.invoiceNumber}`,
            value: formatMoney(one.amount),
          }))
        : [{ label: 'Invoice', value: invoice.invoiceNumber }]),
      ...(isPositive(unapplied) ? [{ label: 'Your credit', value: formatMoney(unapplied) }] : []),
      { label: 'Paid on', value: formatDate(payment.paymentDate) },
      ...(how ? [{ label: 'Paid with', value: how }] : []),
      ...dueFacts(invoice, isDivided ? `Still due on ${invoice.invoiceNumber}` : 'Still due'),
    ],
    button: {
      words: isDivided ? `View invoice ${invoice.invoiceNumber}` : 'View invoice',
      url: payUrl,
    },
  });
}

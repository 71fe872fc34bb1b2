import { formatDate } from '../../../shared/dates/calendar-date.ts';
import { labelledTexts } from '../../../shared/documents/document-content.ts';
import { invoiceTitle } from '../../../shared/documents/invoice-title.ts';
import { adjustedRows } from '../../../shared/documents/sheet-figures.ts';
import { storedSheet } from '../../../shared/documents/sheet-of-content.ts';
import { adjustedLabel } from '../../../shared/invoices/adjusted-label.ts';
import type { InvoiceDetail } from '../../../shared/invoices/invoice.contract.ts';
import { formatMoney, isPositive, money } from '../../../shared/money/money.ts';
import { describeCharge } from '../../../shared/payments/automatic-payment.ts';
import type { EmailContent, EmailRow } from '../emails/index.ts';
import { customerEmail, toFacts } from '../emails/index.ts';
import type { ProfileRow } from '../profile/index.ts';
import { offeredMethods } from '../profile/index.ts';
import { nextDueFact, planFacts } from './plan-facts.ts';
import type { PlannedCharge } from './planned-charge.ts';

/** What a customer reads when an invoice is sent. */
export function invoiceSentEmail(
  invoice: InvoiceDetail,
  profile: ProfileRow,
  email: Pick<EmailRow, 'subject' | 'message'>,
  { payUrl, charge }: { payUrl: string; charge: PlannedCharge | undefined },
): EmailContent {
  const { currency } = invoice;
  const amountDue = money(invoice.amountDue, currency);
  const received = money(invoice.amountReceived, currency);
  const credited = money(invoice.amountCredited, currency);
  const adjusted = money(invoice.amountAdjusted, currency);
  const amount = formatMoney(amountDue);
  const due = formatDate(invoice.dueDate);
  const title = invoiceTitle(invoice);
  const rows = toFacts(adjustedRows(storedSheet('invoice', invoice)));
  const paysOnline = offeredMethods(profile, amountDue).length > 0 && isPositive(amountDue);
  const charged = charge && describeCharge(charge);
  return customerEmail(profile, email, {
    attached: 'invoice',
    preheader: `${title} ${invoice.invoiceNumber}: ${amount} due ${due}${charged ? `. ${charged}.` : ''}`,
    headline: { label: 'Amount due', value: amount },
    facts: [
      ...(charged ? [{ label: 'Payment', value: charged }] : []),
      { label: title, value: invoice.invoiceNumber },
      ...toFacts(labelledTexts('invoice', 'reference', invoice)),
      { label: 'Due', value: due },
      ...rows,
      ...(rows.length > 0 || [received, credited, adjusted].some(isPositive)
        ? [{ label: 'Total', value: formatMoney(money(invoice.total, currency)) }]
        : []),
      ...(isPositive(credited) ? [{ label: 'Credited', value: formatMoney(credited) }] : []),
      ...(isPositive(received) ? [{ label: 'Received', value: formatMoney(received) }] : []),
      ...(isPositive(adjusted)
        ? [{ label: adjustedLabel(invoice.status), value: formatMoney(adjusted) }]
        : []),
      ...planFacts(invoice),
      ...nextDueFact(invoice),
    ],
    button: { words: paysOnline && !charge ? 'View and pay invoice' : 'View invoice', url: payUrl },
  });
}

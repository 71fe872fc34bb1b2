import type { CalendarDate } from '../dates/calendar-date.ts';
import { formatDate } from '../dates/calendar-date.ts';
import type { Decimal } from '../money/money.ts';
import { formatMoney } from '../money/money.ts';

export interface InvoiceForEmail {
  invoiceNumber: string;
  businessName: string;
  customerName: string;
  /** Still to be paid. */
  amountDue: Decimal;
  dueDate: CalendarDate;
}

/** The part of the message that the invoice's own facts stand in. */
export function invoiceSentence({
  invoiceNumber,
  amountDue,
  dueDate,
}: Pick<InvoiceForEmail, 'invoiceNumber' | 'amountDue' | 'dueDate'>): string {
  return `Please find attached invoice ${invoiceNumber} for ${formatMoney(amountDue)}, due on ${formatDate(dueDate)}.`;
}

/** What an invoice's e-mail says unless its owner writes something else. */
export function invoiceEmailDraft(invoice: InvoiceForEmail): { subject: string; message: string } {
  const { invoiceNumber, businessName, customerName } = invoice;
  return {
    // The longest a subject may be; a business can have a longer name than fits beside the number.
    subject: `Invoice ${invoiceNumber} from ${businessName}`.slice(0, 200).trim(),
    message: [
      `Hello ${customerName},`,
      invoiceSentence(invoice),
      'If you have any questions, just reply to this email.',
      `Thank you,\n${businessName}`,
    ].join('\n\n'),
  };
}

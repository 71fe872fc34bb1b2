import { nextDue } from '../documents/installments/schedule-installments.ts';
import { invoiceTitle } from '../documents/invoice-title.ts';
import type { InvoiceDetail } from '../invoices/invoice.contract.ts';
import { isZero } from '../money/decimal.ts';
import { isSameAmount } from '../money/money.ts';
import type { DocumentFacts } from './email-draft.ts';

/** What a message says of an invoice. */
export function invoiceFacts(invoice: InvoiceDetail): DocumentFacts & { of: 'invoice' } {
  const { invoiceNumber, currency, amountDue, dueDate } = invoice;
  const { amount, dueDate: date } = nextDue(invoice);
  const isAll = isSameAmount(amount, amountDue, currency) || isZero(amount);
  return {
    of: 'invoice',
    number: invoiceNumber,
    amount: amountDue,
    currency,
    date: dueDate,
    title: invoiceTitle(invoice),
    ...(isAll ? {} : { next: { amount, date } }),
  };
}

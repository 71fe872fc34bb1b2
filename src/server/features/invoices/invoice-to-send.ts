import type { InvoiceDetail } from '../../../shared/invoices/invoice.contract.ts';
import type { DocumentToSend } from '../emails/index.ts';

/** An invoice as it is sent. */
export function invoiceToSend(businessId: string, invoice: InvoiceDetail): DocumentToSend {
  const { id, customer, invoiceNumber, amountDue, dueDate } = invoice;
  return {
    of: 'invoice',
    businessId,
    id,
    customer,
    number: invoiceNumber,
    amount: amountDue,
    date: dueDate,
  };
}

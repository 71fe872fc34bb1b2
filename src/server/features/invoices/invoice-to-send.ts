import { invoiceFacts } from '../../../shared/emails/invoice-facts.ts';
import type { InvoiceDetail } from '../../../shared/invoices/invoice.contract.ts';
import type { DocumentToSend } from '../emails/index.ts';

/** An invoice as it is sent. */
export function invoiceToSend(businessId: string, invoice: InvoiceDetail): DocumentToSend {
  const { id, customer } = invoice;
  return { ...invoiceFacts(invoice), businessId, id, customer };
}

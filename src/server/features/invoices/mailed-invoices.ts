import { AppError } from '../../../shared/errors/app-error.ts';
import type { InvoiceDetail } from '../../../shared/invoices/invoice.contract.ts';
import type { EmailRow, MailedDocuments, WriteEmail } from '../emails/index.ts';
import { isTestBusiness } from '../profile/index.ts';
import { lockInvoice } from './invoice.store.ts';
import { prepareInvoicePdf, publicInvoiceUrl } from './invoice-documents.ts';
import { invoiceSentEmail } from './invoice-sent.email.ts';
import { paymentReceivedEmail } from './payment-received.email.ts';
import { findInvoiceDetail } from './read-invoices.ts';
import { followStatus } from './reconcile-invoice-status.ts';

/** Invoices, and the receipts of their payments, as messages. */
export const mailedInvoices: MailedDocuments = {
  lock: lockInvoice,
  async prepare(tx, email, now) {
    const { businessId, invoiceId, kind, paymentId } = email;
    const invoice = await findInvoiceDetail(tx, businessId, invoiceId ?? 0, now);
    if (!invoice) return 'deleted';
    if (kind === 'invoice') return invoice.status === 'paid' ? 'paid' : writeEmail(email, invoice);
    const payment = invoice.payments.find(({ id }) => id === paymentId);
    return payment?.status === 'completed' ? writeEmail(email, invoice) : 'refunded';
  },
  allowRetry({ kind }, { status }) {
    if (kind === 'invoice' && status === 'paid') {
      throw new AppError('ALREADY_PAID', 'This invoice has already been paid.');
    }
  },
  markSent: (tx, invoice, now) => followStatus(tx, invoice, 'sent', now),
};

function writeEmail(email: EmailRow, invoice: InvoiceDetail): WriteEmail {
  return async (services, profile, options) => {
    // What the customer is sent is a sent invoice, though it becomes one only when this has arrived.
    const status = invoice.status === 'draft' ? ('sent' as const) : invoice.status;
    const sent = { businessId: email.businessId, invoice: { ...invoice, status } };
    const drawn = await prepareInvoicePdf(services, sent, { ...options, profile });
    const payUrl = publicInvoiceUrl(services.appUrl(), invoice.publicId);
    const payment = invoice.payments.find(({ id }) => id === email.paymentId);
    const content = payment
      ? paymentReceivedEmail(invoice, payment, profile, email, {
          payUrl,
          test: isTestBusiness(services, profile),
        })
      : invoiceSentEmail(invoice, profile, email, payUrl);
    return { ...drawn, content };
  };
}

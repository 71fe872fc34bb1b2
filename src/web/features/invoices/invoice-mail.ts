import { invoiceFacts } from '../../../shared/emails/invoice-facts.ts';
import type { InvoiceDetail } from '../../../shared/invoices/invoice.contract.ts';
import { paymentMethods } from '../../../shared/profile/payment-methods.ts';
import type { BusinessProfile } from '../../../shared/profile/profile.contract.ts';
import { invoicePicture } from '../../documents/detail/document-queries.ts';
import type { DocumentMail } from '../../documents/email/document-mail.ts';
import { sendFailure } from '../../documents/email/document-mail.ts';
import { errorMessage, hasCode } from '../../lib/api-error.ts';
import { api, orpc } from '../../lib/api.ts';
import { notify } from '../../ui/notify.tsx';
import { notifySettled } from './notify-settled.ts';
import { refreshAfterChange, refreshInvoice } from './refresh-invoices.ts';

/** Invoices as the screens that send documents by email see them. */
export const invoiceMail: DocumentMail<InvoiceDetail> = {
  of: 'invoice',
  facts: invoiceFacts,
  reminds: ({ status }) => status === 'overdue',
  stored: (id) => ({
    queryKey: orpc.invoices.get.queryKey({ input: { id } }),
    queryFn: () => api.invoices.get({ id }),
  }),
  picture: (invoice) => invoicePicture(invoice, 1),
  send: (input, idempotencyKey) => api.emails.send(input, { context: { idempotencyKey } }),
  refresh: refreshAfterChange,
  reload: refreshInvoice,
  refused(error) {
    if (hasCode(error, 'ALREADY_PAID')) notifySettled(error);
    else if (hasCode(error, 'CONFLICT'))
      notify.error('Email Failed', errorMessage(error, sendFailure('invoice')));
    else notify.error('Email Failed', sendFailure('invoice', error));
  },
};

/** What the button of an invoice's message leads to. */
export function mailedPage(profile: BusinessProfile | undefined): string {
  const isPayable = profile !== undefined && paymentMethods(profile).length > 0;
  const ways = isPayable ? 'viewed and paid' : 'viewed';
  return `A button opens the invoice’s page, where it can be ${ways}`;
}

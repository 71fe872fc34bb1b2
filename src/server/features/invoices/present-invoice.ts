import { utcInstant } from '../../../shared/dates/instants.ts';
import type { Delivery } from '../../../shared/emails/undelivered.ts';
import { findUndelivered } from '../../../shared/emails/undelivered.ts';
import type { Invoice, InvoiceDetail } from '../../../shared/invoices/invoice.contract.ts';
import { computeBalance } from '../../../shared/payments/balance.ts';
import type { DocumentRow } from '../documents/index.ts';
import { presentDocument } from '../documents/index.ts';
import { presentEmail, withoutOvertaken } from '../emails/index.ts';

export type InvoiceRow = DocumentRow<'invoice'> &
  Pick<Invoice, 'status' | 'stripePaymentIntentId' | 'paymentUrl' | 'lineItems'> & {
    newestEmail?: Delivery | null;
  };

/** Instants are as JSON from the database gives them. */
export type InvoiceDetailRow = InvoiceRow &
  Pick<
    InvoiceDetail,
    'lineItems' | 'payments' | 'history' | 'paymentProcessing' | 'emails' | 'estimate'
  >;

export function presentInvoice({ newestEmail, ...row }: InvoiceRow): Invoice {
  return {
    ...presentDocument(row),
    ...(newestEmail === undefined ? {} : { undelivered: findUndelivered(newestEmail) }),
  };
}

export function presentInvoiceDetail(row: InvoiceDetailRow): InvoiceDetail {
  const { received: amountReceived, due: amountDue, overpaid } = computeBalance(row);
  return {
    ...presentDocument(row),
    undelivered: findUndelivered(row.emails[0]),
    payments: row.payments.map(withInstant),
    history: withoutOvertaken(row.history).map(withInstant),
    amountReceived,
    amountDue,
    overpaid,
    emails: row.emails.map(presentEmail),
  };
}

function withInstant<T extends { createdAt: string }>(entry: T): T {
  return { ...entry, createdAt: utcInstant(entry.createdAt) };
}

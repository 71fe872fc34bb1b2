import { utcInstant } from '../../../shared/dates/instants.ts';
import type { Delivery } from '../../../shared/emails/undelivered.ts';
import { findUndelivered } from '../../../shared/emails/undelivered.ts';
import type { Invoice, InvoiceDetail } from '../../../shared/invoices/invoice.contract.ts';
import { hundredths, toDecimal } from '../../../shared/money/money.ts';
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
  return {
    ...presentDocument(row),
    undelivered: findUndelivered(row.emails[0]),
    payments: row.payments.map(withInstant),
    history: withoutOvertaken(row.history).map(withInstant),
    ...computeBalance(row),
    emails: row.emails.map(presentEmail),
  };
}

/** What came, what is due, and what came too much; a status set by hand has its payment row. */
function computeBalance({ status, total, payments }: InvoiceDetailRow) {
  const received = payments
    .filter((payment) => payment.status === 'completed')
    .reduce((sum, { amount, refundedAmount }) => {
      return sum + hundredths(amount) - hundredths(refundedAmount);
    }, 0n);
  const due = hundredths(total) - received;
  return {
    amountReceived: toDecimal(received),
    // A paid invoice of which a part was given back asks for nothing.
    amountDue: toDecimal(due > 0n && status !== 'paid' ? due : 0n),
    overpaid: toDecimal(due < 0n ? -due : 0n),
  };
}

function withInstant<T extends { createdAt: string }>(entry: T): T {
  return { ...entry, createdAt: utcInstant(entry.createdAt) };
}

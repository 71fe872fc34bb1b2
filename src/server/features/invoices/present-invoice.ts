import { utcInstant } from '../../../shared/dates/instants.ts';
import type { Email } from '../../../shared/emails/message.contract.ts';
import type { Delivery } from '../../../shared/emails/undelivered.ts';
import { findUndelivered } from '../../../shared/emails/undelivered.ts';
import type {
  Invoice,
  InvoiceDetail,
  InvoiceEvent,
  LineItem,
  Payment,
} from '../../../shared/invoices/invoice.contract.ts';
import type { InvoiceStatus } from '../../../shared/invoices/invoice-status.ts';
import { hundredths, toDecimal } from '../../../shared/money/money.ts';
import { presentEmail, withoutOvertaken } from '../emails/index.ts';

/** A row as the driver gives it: bigints, numerics, dates and instants as text. */
export interface InvoiceRow extends Record<string, unknown> {
  user_id: string;
  id: string;
  customer_id: string;
  invoice_number: string;
  po_number: string | null;
  status: InvoiceStatus;
  issue_date: string;
  due_date: string;
  currency: string;
  subtotal: string;
  tax_amount: string;
  tax_rate: string;
  total: string;
  notes: string | null;
  terms: string | null;
  stripe_payment_intent_id: string | null;
  payment_url: string | null;
  version: number;
  created_at: string;
  updated_at: string;
  customer_name: string;
  customer_company: string | null;
  customer_email: string | null;
  public_id: string;
  line_items?: LineItem[];
  newest_email?: Delivery | null;
}

export interface InvoiceDetailRow extends InvoiceRow {
  line_items: LineItem[];
  payments: Payment[];
  history: InvoiceEvent[];
  payment_processing: boolean;
  emails: Email[];
  estimate: { id: number; estimateNumber: string } | null;
}

export function presentInvoice(row: InvoiceRow): Invoice {
  const customerId = Number(row.customer_id);
  return {
    id: Number(row.id),
    userId: row.user_id,
    customerId,
    customer: {
      id: customerId,
      name: row.customer_name,
      company: row.customer_company,
      email: row.customer_email,
    },
    invoiceNumber: row.invoice_number,
    poNumber: row.po_number,
    status: row.status,
    issueDate: row.issue_date,
    dueDate: row.due_date,
    currency: row.currency,
    subtotal: row.subtotal,
    taxAmount: row.tax_amount,
    taxRate: row.tax_rate,
    total: row.total,
    notes: row.notes,
    terms: row.terms,
    stripePaymentIntentId: row.stripe_payment_intent_id,
    paymentUrl: row.payment_url,
    publicId: row.public_id,
    version: row.version,
    createdAt: utcInstant(row.created_at),
    updatedAt: utcInstant(row.updated_at),
    ...(row.line_items ? { lineItems: row.line_items } : {}),
    ...(row.newest_email === undefined ? {} : { undelivered: findUndelivered(row.newest_email) }),
  };
}

export function presentInvoiceDetail(row: InvoiceDetailRow): InvoiceDetail {
  return {
    ...presentInvoice(row),
    undelivered: findUndelivered(row.emails[0]),
    lineItems: row.line_items,
    payments: row.payments.map(withInstant),
    history: withoutOvertaken(row.history).map(withInstant),
    ...computeBalance(row),
    paymentProcessing: row.payment_processing,
    emails: row.emails.map(presentEmail),
    estimate: row.estimate,
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

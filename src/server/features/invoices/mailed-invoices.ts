import type { CalendarDate } from '../../../shared/dates/calendar-date.ts';
import { businessDay } from '../../../shared/dates/calendar-date.ts';
import { moveIssueDate } from '../../../shared/documents/move-issue-date.ts';
import type { RevisionBody } from '../../../shared/documents/revision-body.ts';
import type { SendEmailInput } from '../../../shared/emails/email.contract.ts';
import { invoiceFacts } from '../../../shared/emails/invoice-facts.ts';
import { settledBy } from '../../../shared/invoices/invoice-status.ts';
import type { InvoiceDetail, Payment } from '../../../shared/invoices/invoice.contract.ts';
import { isZero } from '../../../shared/money/decimal.ts';
import { money } from '../../../shared/money/money.ts';
import type { SettledInvoice } from '../../../shared/payments/receipt-document.ts';
import { fillReminder } from '../../../shared/reminders/reminder-words.ts';
import type { Transaction } from '../../db/database.ts';
import { runIdempotently } from '../../platform/idempotency/run-idempotently.ts';
import { findCustomerRow } from '../customers/index.ts';
import { prepareRevision, requireIssuable } from '../documents/index.ts';
import type {
  EmailRow,
  MailedDocuments,
  MailingServices,
  PreparedEmail,
  Withdrawal,
  WriteEmail,
} from '../emails/index.ts';
import { isAddress, queueByHand, queueDocument, readHold } from '../emails/index.ts';
import type { PaymentRow, RefundRow } from '../ledger/index.ts';
import { findAllocations, findRefund } from '../ledger/index.ts';
import { findProfile, isTestBusiness, readBusinessDay } from '../profile/index.ts';
import { findRecipient } from '../senders/index.ts';
import { lockAccount } from './account.ts';
import { prepareInvoicePdf, publicInvoiceUrl } from './invoice-documents.ts';
import { invoiceSentEmail } from './invoice-sent.email.ts';
import { invoiceToSend } from './invoice-to-send.ts';
import type { StoredInvoice } from './invoice.store.ts';
import { findInvoiceNumbers, lockInvoice } from './invoice.store.ts';
import { alreadySettled, lockUnpaid } from './mark-invoice.ts';
import { paymentReceivedEmail } from './payment-received.email.ts';
import { plannedCharges } from './planned-charge.ts';
import { findInvoiceDetail, readInvoice } from './read-invoices.ts';
import { prepareReceiptPdf } from './receipt-pdf.ts';
import { changeInvoice, issueAsMailed } from './reconcile-invoice-status.ts';
import { refundedEmail } from './refunded.email.ts';
import { updateInvoiceIn } from './save-invoice.ts';

/** Invoices, and the receipts of their payments, as messages. */
export const mailedInvoices: MailedDocuments = {
  lock: lockInvoice,
  drafts: { redate, issueFirst },
  async prepare(tx, email, now) {
    const { businessId, invoiceId, kind, paymentId, refundId } = email;
    const invoice = await findInvoiceDetail(tx, businessId, invoiceId ?? 0, now);
    if (!invoice) return 'deleted';
    if (kind === 'invoice') {
      if (invoice.status === 'paid') return { reason: 'paid', by: settledBy(invoice) };
      if (invoice.status !== 'draft') return { write: writeEmail(email, invoice) };
      // Edited since it was queued, it is asked for the same as then.
      await requireIssuable(tx, { ...invoice, businessId });
      const issues = await prepareRevision(tx, { of: 'invoice', businessId, id: invoice.id }, now);
      return { write: writeEmail(email, invoice, issues), issues };
    }
    if (kind === 'declined') {
      if (invoice.status === 'draft') return 'drafted';
      if (invoice.status === 'paid') return { reason: 'paid', by: settledBy(invoice) };
      return { write: writeEmail(email, invoice) };
    }
    if (kind === 'reminder') return prepareReminder(tx, email, invoice, now);
    if (kind === 'refund') {
      const found = await findRefund(tx, businessId, refundId ?? 0);
      return found ? { write: writeRefund(email, invoice, found) } : 'deleted';
    }
    const payment = invoice.payments.find(({ id }) => id === paymentId);
    if (payment?.status !== 'completed') return 'refunded';
    const settled = await findSettled(tx, businessId, payment);
    return { write: writeReceipt(email, invoice, payment, settled) };
  },
  requireOpen({ kind }, invoice: StoredInvoice) {
    const asks = kind === 'invoice' || kind === 'reminder' || kind === 'declined';
    if (asks && invoice.status === 'paid') throw alreadySettled(invoice);
  },
  markSent: issueAsMailed,
};

/**
 * A reminder, in the words of now; or why it does not go any more. It is decided under the lock of the
 * invoice, in the transaction that takes the message up: who has paid by then is not reminded.
 */
async function prepareReminder(
  tx: Transaction,
  email: EmailRow,
  invoice: InvoiceDetail,
  now: Date,
): Promise<PreparedEmail | Withdrawal> {
  const { businessId, template, toName } = email;
  if (!template) throw new Error('a reminder has no template');
  if (invoice.status === 'draft') return 'drafted';
  const isOpen = invoice.status !== 'paid' && !isZero(invoice.amountDue);
  // What of an invoice in installments it is about may be paid by itself.
  if (!isOpen || invoice.nextDueDate > template.dueDate) {
    return { reason: 'paid', by: settledBy(invoice) };
  }
  const customer = await findCustomerRow(tx, businessId, invoice.customer.id);
  if (customer?.neverRemind || isDisputed(invoice.payments)) return 'paused';
  if (await plannedCharges().find(tx, businessId, invoice, now)) return 'charged';
  const recipient = await findRecipient(tx, businessId, email.toAddress);
  if (recipient?.unsubscribedAt) return 'unsubscribed';
  const profile = await findProfile(tx, businessId);
  const names = { businessName: profile?.businessName ?? '', customerName: toName ?? '' };
  const words = fillReminder(template, invoiceFacts(invoice), names, businessDay(now, profile));
  return { write: writeEmail({ ...email, ...words }, invoice), words };
}

/** Whether a customer disputes a payment of it, or has won: what is due then is for its owner to ask for. */
const isDisputed = (payments: readonly Pick<Payment, 'dispute'>[]): boolean =>
  payments.some(({ dispute }) => dispute === 'open' || dispute === 'lost');

/** @param issues what the message issues, of a draft */
function writeEmail(email: EmailRow, invoice: InvoiceDetail, issues?: RevisionBody): WriteEmail {
  return async (services, profile, options) => {
    // What the customer is sent is a sent invoice, though it becomes one only when this has arrived.
    const status = invoice.status === 'draft' ? ('sent' as const) : invoice.status;
    const sent = { businessId: email.businessId, invoice: { ...invoice, status } };
    const [db, now] = [services.db.orm, services.clock.now()];
    const charge = await plannedCharges().find(db, email.businessId, invoice, now);
    const drawn = await prepareInvoicePdf(services, sent, { ...options, profile, issues, charge });
    const payUrl = publicInvoiceUrl(services.appUrl(), invoice.publicId);
    return { ...drawn, content: invoiceSentEmail(invoice, profile, email, { payUrl, charge }) };
  };
}

/** @param invoice the first that the payment settles */
function writeReceipt(
  email: EmailRow,
  invoice: InvoiceDetail,
  payment: Payment,
  settled: readonly SettledInvoice[],
): WriteEmail {
  return async (services, profile, options) => {
    const test = payment.provider !== null && isTestBusiness(services, profile);
    const receipt = { payment, settled, test, customer: invoice.customer };
    const drawn = await prepareReceiptPdf(services, receipt, profile, options);
    const payUrl = publicInvoiceUrl(services.appUrl(), invoice.publicId);
    const around = { payUrl, test };
    const content = paymentReceivedEmail(invoice, payment, settled, profile, email, around);
    return { ...drawn, content };
  };
}

/** What was given back of a payment, with its owner's words. */
function writeRefund(
  email: EmailRow,
  invoice: InvoiceDetail,
  found: { refund: RefundRow; payment: PaymentRow },
): WriteEmail {
  return async (services, profile, options) => {
    const brought = { businessId: email.businessId, invoice };
    const drawn = await prepareInvoicePdf(services, brought, { ...options, profile });
    const payUrl = publicInvoiceUrl(services.appUrl(), invoice.publicId);
    const around = { payUrl, test: isTestBusiness(services, profile) };
    return { ...drawn, content: refundedEmail(invoice, found, profile, email, around) };
  };
}

/** What a payment settles, by the numbers of the invoices. */
async function findSettled(
  tx: Transaction,
  businessId: string,
  { id, currency }: Payment,
): Promise<SettledInvoice[]> {
  const parts = await findAllocations(tx, businessId, id);
  const ids = parts.map(({ invoiceId }) => invoiceId);
  const numbers = await findInvoiceNumbers(tx, businessId, ids);
  return parts.flatMap(({ invoiceId, amount }) => {
    const invoiceNumber = numbers.get(invoiceId);
    return invoiceNumber === undefined ? [] : [{ invoiceNumber, amount: money(amount, currency) }];
  });
}

/**
 * Queues an invoice as an e-mail; what is not given comes from the invoice and its customer. A draft
 * becomes sent when the mail server has accepted the message, and not before (decision 12), unless it is
 * issued first: see `issueFirst`. Two clicks at once queue one message.
 * @throws AppError NOT_FOUND, ALREADY_PAID, VALIDATION (nobody to write to, no exchange rate, an issue
 *   date that the next number cannot have)
 */
export function sendInvoice(
  services: MailingServices,
  businessId: string,
  input: SendEmailInput,
  key?: string,
): Promise<InvoiceDetail> {
  const { db, clock } = services;
  return runIdempotently(db, { businessId, key, call: 'emails.send', input }, async (tx) => {
    const now = clock.now();
    const { stored } = await lockUnpaid(tx, businessId, input.id);
    const draft = stored.status === 'draft' ? { businessId, id: input.id } : undefined;
    // What goes out later stays a draft until then, and is issued as it stands then.
    const goesNow = input.sendAt == null;
    if (draft && goesNow && input.dateOnSending) {
      await redate(tx, draft, await readBusinessDay(tx, businessId, now), now);
    }
    const issued = draft && goesNow && (await issueFirst(tx, draft, now));
    if (draft && !issued) await requireIssuable(tx, stored);
    const invoice = await readInvoice(tx, businessId, input.id, now);
    const holdSeconds = readHold(services, input.hold);
    await queueByHand(tx, invoiceToSend(businessId, invoice), input, now, holdSeconds);
    return readInvoice(tx, businessId, input.id, now);
  });
}

/**
 * Issues a draft inside the caller's transaction, and queues it as an e-mail where its customer has an
 * address. It is out at once, whatever becomes of the message.
 * @returns its number
 * @throws AppError as sendInvoice
 */
export async function issueAndSendIn(
  tx: Transaction,
  businessId: string,
  id: number,
  now: Date,
): Promise<string> {
  const { account, stored } = await lockUnpaid(tx, businessId, id);
  if (stored.status === 'draft') await changeInvoice(tx, account, id, { status: 'sent' }, now);
  const invoice = await readInvoice(tx, businessId, id, now);
  if (isAddress(invoice.customer.email)) {
    await queueDocument(tx, invoiceToSend(businessId, invoice), {}, now);
  }
  return invoice.invoiceNumber;
}

type InvoiceKey = Pick<StoredInvoice, 'businessId' | 'id'>;

/** Gives a draft another issue date, as an edit does. */
async function redate(
  tx: Transaction,
  { businessId, id }: InvoiceKey,
  issueDate: CalendarDate,
  now: Date,
): Promise<void> {
  const account = await lockAccount(tx, businessId, { invoiceIds: [id] });
  const stored = account.invoices.get(id);
  if (!stored || stored.issueDate === issueDate) return;
  await updateInvoiceIn(tx, account, { id, ...moveIssueDate(stored, issueDate) }, now);
}

/**
 * A draft that takes its number from a series, or cannot change once it is issued, is issued before its
 * message goes, and stays so if that fails.
 * @returns whether it was issued by this
 */
async function issueFirst(
  tx: Transaction,
  { businessId, id }: InvoiceKey,
  now: Date,
): Promise<boolean> {
  const account = await lockAccount(tx, businessId, { invoiceIds: [id] });
  const stored = account.invoices.get(id);
  if (stored?.status !== 'draft' || stored.deletedAt) return false;
  if (stored.numberKey !== null) {
    const profile = await findProfile(tx, businessId);
    if (profile?.issuedInvoices !== 'fixed') return false;
  }
  await changeInvoice(tx, account, id, { status: 'sent' }, now);
  return true;
}

import { isEmailAddress } from '../../../shared/contract/email-address.ts';
import type { DateRange } from '../../../shared/dates/calendar-date.ts';
import { aboutDocument } from '../../../shared/documents/document-ref.ts';
import type { DocumentFacts } from '../../../shared/emails/email-draft.ts';
import { NUMBER_TO_COME } from '../../../shared/emails/email-draft.ts';
import type { SendEmailInput } from '../../../shared/emails/email.contract.ts';
import type { Email } from '../../../shared/emails/message.contract.ts';
import {
  describeRetry,
  draftDocument,
  draftMessage,
  draftStatement,
} from '../../../shared/emails/templates.ts';
import { invalidField, notFound } from '../../../shared/errors/app-error.ts';
import type { Money } from '../../../shared/money/money.ts';
import { formatMoney, money } from '../../../shared/money/money.ts';
import type { ReminderTemplate, ReminderWords } from '../../../shared/reminders/reminder-words.ts';
import { formatList } from '../../../shared/text/format-list.ts';
import type { Transaction } from '../../db/database.ts';
import type { Services } from '../../platform/http/services.ts';
import { findProfile } from '../profile/index.ts';
import { clearBounce, findRecipient } from '../senders/index.ts';
import { holdFiles } from './attach-files.ts';
import { findEmailSettings, findTemplate } from './email-settings.store.ts';
import {
  findEmail,
  findReceiptDetails,
  isQueuedAlready,
  isStatementQueued,
} from './email.store.ts';
import { planCopies, planTime } from './plan-sending.ts';
import { presentEmailRow } from './present-email.ts';
import type { MessageValues } from './queue-message.ts';
import { queueMessage, queueMessageAgain } from './queue-message.ts';

/** Whether it can be written to: one that was stored before addresses were checked may not be. */
export function isAddress(email: string | null | undefined): email is string {
  return email != null && isEmailAddress(email);
}

/** A document to be sent, as it is stored now, with its customer. */
export interface DocumentToSend extends DocumentFacts {
  businessId: string;
  id: number;
  customer: { id: number; name: string; email: string | null };
}

/** What an owner may say in place of what the document says. */
export type EmailWords = Pick<
  SendEmailInput,
  | 'customerEmail'
  | 'customerName'
  | 'subject'
  | 'message'
  | 'cc'
  | 'bcc'
  | 'files'
  | 'sendAt'
  | 'dateOnSending'
>;

/** What a verb needs that mails; without settings, its message goes at once. */
export type MailingServices = Pick<Services, 'db' | 'clock'> & Partial<Pick<Services, 'env'>>;

/** For how many seconds a message that somebody has pressed for can be withdrawn, if that was asked for. */
export const readHold = (
  { env }: Pick<MailingServices, 'env'>,
  hold: boolean | undefined,
): number => (hold && env ? env.mailUndoSeconds : 0);

/**
 * Queues a document as an e-mail in the caller's transaction: the message, its entry in the history
 * and the job. What is not given comes from the document and its customer. The same message while
 * one waits is queued once.
 * @param document locked by the caller
 * @param holdSeconds before it goes out
 * @throws AppError VALIDATION (nobody to write to)
 */
export async function queueDocument(
  tx: Transaction,
  document: DocumentToSend,
  given: EmailWords,
  now: Date,
  holdSeconds = 0,
): Promise<void> {
  const { of, businessId, customer } = document;
  const to = given.customerEmail ?? customer.email;
  if (!isAddress(to)) {
    throw invalidField('customerEmail', "Customer doesn't have an email address on file.");
  }
  const profile = await findProfile(tx, businessId);
  const settings = await findEmailSettings(tx, businessId);
  const toName = given.customerName ?? customer.name;
  const businessName = profile?.businessName ?? '';
  const names = { businessName, customerName: toName };
  // One that waits for its time gets its number when it goes.
  const numbered = { ...document, number: document.number || NUMBER_TO_COME };
  const draft = draftDocument(settings?.templates[of], numbered, names);
  const values = {
    toAddress: to,
    toName,
    subject: given.subject ? fillNumber(given.subject, document.number) : draft.subject,
    message: given.message ? fillNumber(given.message, document.number) : draft.message,
    ...planCopies(to, given, settings, profile),
  };
  const sendAt = given.sendAt == null ? undefined : planTime(given.sendAt, profile, now);
  const files = await holdFiles(tx, businessId, given.files ?? []);
  await tryAgain(tx, businessId, given);
  if (files.length === 0 && (await isQueuedAlready(tx, document, { ...values, sendAt }))) return;
  const about = { businessId, kind: of, ...aboutDocument(document) };
  // What goes now is dated by whoever queues it.
  const dateOnSending = sendAt !== undefined && given.dateOnSending === true;
  const message = { ...about, ...values, dateOnSending };
  await queueMessage(tx, message, now, { holdSeconds, sendAt, files });
}

/**
 * Queues a document for whoever presses for it: of a recipient who takes nothing more, that is said at once.
 * @throws AppError VALIDATION (nobody to write to, or one who has blocked the business)
 */
export async function queueByHand(
  tx: Transaction,
  document: DocumentToSend,
  given: EmailWords,
  now: Date,
  holdSeconds: number,
): Promise<void> {
  await refuseBlocked(tx, document.businessId, given.customerEmail ?? document.customer.email);
  await queueDocument(tx, document, given, now, holdSeconds);
}

async function refuseBlocked(
  tx: Transaction,
  businessId: string,
  to: string | null | undefined,
): Promise<void> {
  if (to && (await findRecipient(tx, businessId, to))?.blockedAt) {
    throw invalidField('customerEmail', BLOCKED);
  }
}

/** Whoever writes to an address by name, although it was warned of, wants it tried again. */
async function tryAgain(
  tx: Transaction,
  businessId: string,
  { customerEmail, cc = [], bcc = [] }: EmailWords,
): Promise<void> {
  for (const address of [customerEmail, ...cc, ...bcc]) {
    if (address) await clearBounce(tx, businessId, address);
  }
}

/**
 * Queues a reminder of what is due on an invoice, in the caller's transaction, in which it was decided.
 * It is looked at again when it is about to go: see `prepare` of `mailedInvoices`.
 * @param invoice locked by the caller
 * @returns the message's number
 */
export async function queueReminder(
  tx: Transaction,
  { businessId, id: invoiceId, customer }: DocumentToSend & { customer: { email: string } },
  { template, ...words }: ReminderWords & { template: ReminderTemplate },
  now: Date,
): Promise<number> {
  const to = { toAddress: customer.email, toName: customer.name };
  const about = { businessId, kind: 'reminder' as const, invoiceId };
  const id = await queueMessage(tx, { ...about, ...to, ...words, template }, now);
  if (id === undefined) throw new Error('a reminder was taken for a message that is there already');
  return id;
}

export interface StatementToSend {
  businessId: string;
  customer: { id: number; name: string; email: string | null };
  period: DateRange;
  /** What is owed at the end, in words. */
  balance: string;
}

/**
 * Queues a customer's statement as an e-mail, in the caller's transaction. The same message while one
 * waits is queued once.
 * @returns the message; undefined where the same waits
 * @throws AppError VALIDATION (nobody to write to)
 */
export async function queueStatement(
  tx: Transaction,
  { businessId, customer, period, balance }: StatementToSend,
  given: EmailWords,
  now: Date,
): Promise<Email | undefined> {
  const to = given.customerEmail ?? customer.email;
  if (!isAddress(to)) {
    throw invalidField('customerEmail', "Customer doesn't have an email address on file.");
  }
  await refuseBlocked(tx, businessId, to);
  const recipient = await findRecipient(tx, businessId, to);
  if (recipient?.unsubscribedAt) throw invalidField('customerEmail', UNSUBSCRIBED);
  const profile = await findProfile(tx, businessId);
  const settings = await findEmailSettings(tx, businessId);
  const toName = given.customerName ?? customer.name;
  const businessName = profile?.businessName ?? '';
  const names = { businessName, customerName: toName };
  const draft = draftStatement(settings?.templates.statement, { ...period, balance }, names);
  const values = {
    businessId,
    kind: 'statement' as const,
    customerId: customer.id,
    periodFrom: period.from,
    periodTo: period.to,
    toAddress: to,
    toName,
    subject: given.subject ?? draft.subject,
    message: given.message ?? draft.message,
    ...planCopies(to, given, settings, profile),
  };
  const sendAt = given.sendAt == null ? undefined : planTime(given.sendAt, profile, now);
  const files = await holdFiles(tx, businessId, given.files ?? []);
  await tryAgain(tx, businessId, given);
  if (files.length === 0 && (await isStatementQueued(tx, { ...values, sendAt }))) return undefined;
  const id = await queueMessage(tx, values, now, { sendAt, files });
  const row = id === undefined ? undefined : await findEmail(tx, businessId, id);
  return row && presentEmailRow(row);
}

export interface PaymentToConfirm extends Money {
  businessId: string;
  id: number;
  /** Which the receipt brings; the caller has locked it. */
  invoiceId: number;
  /** All that it settles, where that is more than the one. */
  invoiceNumbers?: readonly string[];
}

/**
 * Queues the receipt of a payment in the caller's transaction, once; none for a customer without an
 * address.
 * @param options `again` sends one that has gone out once more, in the words of today
 */
export async function queueReceipt(
  tx: Transaction,
  payment: PaymentToConfirm,
  now: Date,
  { again = false }: { again?: boolean } = {},
): Promise<void> {
  const { businessId, invoiceId } = payment;
  const found = await findReceiptDetails(tx, businessId, invoiceId);
  if (!found) throw notFound('Invoice');
  const { email, name, invoiceNumber } = found;
  if (!isAddress(email)) return;
  const template = await findTemplate(tx, businessId, 'receipt');
  const words = draftMessage('receipt', template, {
    customer: name,
    business: found.businessName ?? '',
    amount: formatMoney(payment),
    invoices: formatInvoices(payment.invoiceNumbers ?? [invoiceNumber]),
  });
  const values: MessageValues = {
    businessId,
    kind: 'receipt',
    invoiceId,
    paymentId: payment.id,
    toAddress: email,
    toName: name,
    ...words,
  };
  const queued = await queueMessage(tx, values, now);
  if (queued === undefined && again) await queueMessageAgain(tx, values, now);
}

/**
 * Queues what a customer gets who has accepted an estimate online, with the accepted copy, in the
 * transaction in which that happens; nothing to a customer without an address.
 */
export async function queueAcceptance(
  tx: Transaction,
  { businessId, id: estimateId, number, customer, amount, currency }: DocumentToSend,
  now: Date,
): Promise<void> {
  const { email: toAddress, name: toName } = customer;
  if (!isAddress(toAddress)) return;
  const template = await findTemplate(tx, businessId, 'acceptance');
  const words = draftMessage('acceptance', template, {
    customer: toName,
    business: (await findProfile(tx, businessId))?.businessName ?? '',
    number,
    amount: formatMoney(money(amount, currency)),
  });
  const about = { businessId, kind: 'acceptance' as const, estimateId, toAddress, toName };
  await queueMessage(tx, { ...about, ...words }, now);
}

interface DeclineToTell extends Money {
  businessId: string;
  /** What was to be paid; the caller has locked it. */
  invoiceId: number;
  /** 'Visa •••• 4242' */
  card: string;
  /** The provider's words: 'Your card has insufficient funds.' */
  reason: string;
  /** When it was to be paid, and when the card is tried again. */
  next: Parameters<typeof describeRetry>[0];
}

/**
 * Queues what a customer reads whose saved card was declined, with the invoice and where to pay it, in the
 * transaction in which that is known; nothing to a customer without an address.
 * @returns the message's number
 */
export async function queueDecline(
  tx: Transaction,
  { businessId, invoiceId, card, reason, next, ...amount }: DeclineToTell,
  now: Date,
): Promise<number | undefined> {
  const found = await findReceiptDetails(tx, businessId, invoiceId);
  if (!found || !isAddress(found.email)) return undefined;
  const { email: toAddress, name: toName, invoiceNumber, businessName } = found;
  const template = await findTemplate(tx, businessId, 'declined');
  const words = draftMessage('declined', template, {
    customer: toName,
    business: businessName ?? '',
    number: invoiceNumber,
    amount: formatMoney(amount),
    card,
    reason,
    nextStep: describeRetry(next),
  });
  const about = { businessId, kind: 'declined' as const, invoiceId, toAddress, toName };
  return queueMessage(tx, { ...about, ...words }, now);
}

interface RefundToTell extends Money {
  businessId: string;
  id: number;
  /** Whose payment was given back; the caller has locked it. */
  invoiceId: number;
  /** All that the payment was made for. */
  invoiceNumbers: readonly string[];
  /** The owner's words. */
  message: string;
}

/**
 * Queues what an owner says to a customer who was given money back, in the transaction in which that is
 * known, once; nothing to a customer without an address.
 */
export async function queueRefund(
  tx: Transaction,
  { businessId, id: refundId, invoiceId, invoiceNumbers, message, ...amount }: RefundToTell,
  now: Date,
): Promise<void> {
  const found = await findReceiptDetails(tx, businessId, invoiceId);
  if (!found || !isAddress(found.email)) return;
  const { email: toAddress, name: toName, businessName } = found;
  const template = await findTemplate(tx, businessId, 'refund');
  const words = draftMessage('refund', template, {
    customer: toName,
    business: businessName ?? '',
    amount: formatMoney(amount),
    invoices: formatInvoices(invoiceNumbers),
    message,
  });
  const about = { businessId, kind: 'refund' as const, invoiceId, refundId, toAddress, toName };
  await queueMessage(tx, { ...about, ...words }, now);
}

/** More than these would be a table, which the message has. */
const MOST_NAMED = 3;

/** 'invoice INV-1', 'invoices INV-1, INV-2, and INV-3', 'invoices INV-1, INV-2, and 5 more'. */
function formatInvoices(numbers: readonly string[]): string {
  const shown = numbers.length > MOST_NAMED ? MOST_NAMED - 1 : numbers.length;
  return `${numbers.length === 1 ? 'invoice' : 'invoices'} ${formatList(numbers, shown)}`;
}

/** Nothing to fill in while a document has no number. */
export const fillNumber = (text: string, number: string) =>
  number === '' ? text : text.replaceAll(NUMBER_TO_COME, () => number);

export const BLOCKED =
  'This recipient has blocked messages from your business. Enter another address, or request unblocking.';

export const UNSUBSCRIBED =
  'This address was unsubscribed from reminders and statements. Allow them on the customer’s page first.';

import { randomBytes } from 'node:crypto';
import * as z from 'zod';
import type { DateRange } from '../../../shared/dates/calendar-date.ts';
import { formatDate } from '../../../shared/dates/calendar-date.ts';
import { aboutDocument } from '../../../shared/documents/document-ref.ts';
import type { DocumentFacts } from '../../../shared/emails/email-draft.ts';
import { NUMBER_TO_COME } from '../../../shared/emails/email-draft.ts';
import type { SendEmailInput } from '../../../shared/emails/email.contract.ts';
import type { Email } from '../../../shared/emails/message.contract.ts';
import { draftDocument, draftReceipt, draftStatement } from '../../../shared/emails/templates.ts';
import { invalidField, notFound } from '../../../shared/errors/app-error.ts';
import type { Money } from '../../../shared/money/money.ts';
import { formatMoney } from '../../../shared/money/money.ts';
import type { ReminderTemplate, ReminderWords } from '../../../shared/reminders/reminder-words.ts';
import type { Transaction } from '../../db/database.ts';
import type { Services } from '../../platform/http/services.ts';
import type { JobQueue } from '../../platform/jobs/job-queue.ts';
import { sendJob } from '../../platform/jobs/send-job.ts';
import type { Upload } from '../../platform/uploads/upload.store.ts';
import { findProfile } from '../profile/index.ts';
import { clearBounce, findRecipient } from '../senders/index.ts';
import { holdFiles } from './attach-files.ts';
import { insertEmailFiles } from './email-file.store.ts';
import { findEmailSettings, findTemplate } from './email-settings.store.ts';
import {
  findEmail,
  findReceiptDetails,
  insertEmail,
  insertEmailEvent,
  isQueuedAlready,
  isStatementQueued,
  lockReceipt,
  UNSENT,
  updateEmail,
} from './email.store.ts';
import { planCopies, planTime } from './plan-sending.ts';
import { presentEmailRow, tellCopies } from './present-email.ts';

/** The job that hands a message to the mail server. The message itself says the rest. */
export const sendEmailQueue: JobQueue<{ businessId: string; emailId: number }> = {
  name: 'send email',
  data: z.preprocess(renamedOwner, z.object({ businessId: z.uuid(), emailId: z.int().positive() })),
  // Only what went wrong around a message counts here: a refusal has its own pauses.
  retries: 12,
  retrySeconds: 30,
  timeoutSeconds: 360,
};

/** Jobs that the versions before businesses have queued call the owner `userId`. */
function renamedOwner(data: unknown): unknown {
  return typeof data === 'object' && data !== null && 'userId' in data
    ? { ...data, businessId: data.userId }
    : data;
}

/** Whether it can be written to: one that was stored before addresses were checked may not be. */
export function isAddress(email: string | null | undefined): email is string {
  return z.email().safeParse(email).success;
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
  'customerEmail' | 'customerName' | 'subject' | 'message' | 'cc' | 'bcc' | 'files' | 'sendAt'
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
  const sendAt = planTime(given.sendAt, profile, now);
  const files = await holdFiles(tx, businessId, given.files ?? []);
  if (files.length === 0 && (await isQueuedAlready(tx, document, { ...values, sendAt }))) return;
  const about = { businessId, kind: of, ...aboutDocument(document) };
  await queue(tx, { ...about, ...values }, now, { holdSeconds, sendAt, files });
  // Whoever writes to it by name, although it was warned of, wants it tried again.
  if (given.customerEmail) await clearBounce(tx, businessId, to);
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
  const copies = await planOwnCopy(tx, businessId, customer.email);
  const id = await queue(tx, { ...about, ...to, ...words, ...copies, template }, now);
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
  const sendAt = planTime(given.sendAt, profile, now);
  const files = await holdFiles(tx, businessId, given.files ?? []);
  if (files.length === 0 && (await isStatementQueued(tx, { ...values, sendAt }))) return undefined;
  const id = await queue(tx, values, now, { sendAt, files });
  if (given.customerEmail) await clearBounce(tx, businessId, to);
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
  const businessName = found.businessName ?? '';
  const template = await findTemplate(tx, businessId, 'receipt');
  const receipt = {
    amount: formatMoney(payment),
    invoices: formatInvoices(payment.invoiceNumbers ?? [invoiceNumber]),
  };
  const values: Values = {
    businessId,
    kind: 'receipt',
    invoiceId,
    paymentId: payment.id,
    toAddress: email,
    toName: name,
    ...draftReceipt(template, receipt, { businessName, customerName: name }),
    ...(await planOwnCopy(tx, businessId, email)),
  };
  const queued = await queue(tx, values, now);
  if (queued === undefined && again) await queueAgain(tx, values, now);
}

/**
 * Queues what a customer gets who has accepted an estimate online, with the accepted copy, in the
 * transaction in which that happens; nothing to a customer without an address.
 */
export async function queueAcceptance(
  tx: Transaction,
  { businessId, id: estimateId, number, customer }: DocumentToSend,
  now: Date,
): Promise<void> {
  const { email: toAddress, name: toName } = customer;
  if (!isAddress(toAddress)) return;
  const businessName = (await findProfile(tx, businessId))?.businessName ?? '';
  const subject = `You accepted estimate ${number} from ${businessName}`;
  const message = [
    `Hello ${toName},`,
    `Thank you for accepting estimate ${number}. Your copy with the acceptance certificate is attached.`,
  ].join('\n\n');
  const about = { businessId, kind: 'acceptance' as const, estimateId, toAddress, toName };
  await queue(tx, { ...about, subject: subject.slice(0, 200).trim(), message }, now);
}

interface DeclineToTell extends Money {
  businessId: string;
  /** What was to be paid; the caller has locked it. */
  invoiceId: number;
  /** 'Visa •••• 4242' */
  card: string;
  /** The provider's words: 'Your card has insufficient funds.' */
  reason: string;
  /** When it is tried again; undefined where it is not. */
  retryOn: string | undefined;
}

/**
 * Queues what a customer reads whose saved card was declined, with the invoice and where to pay it, in the
 * transaction in which that is known; nothing to a customer without an address.
 */
export async function queueDecline(
  tx: Transaction,
  { businessId, invoiceId, card, reason, retryOn, ...amount }: DeclineToTell,
  now: Date,
): Promise<void> {
  const found = await findReceiptDetails(tx, businessId, invoiceId);
  if (!found || !isAddress(found.email)) return;
  const { email: toAddress, name: toName, invoiceNumber, businessName } = found;
  const subject = `Your card was declined for invoice ${invoiceNumber} from ${businessName ?? ''}`;
  const message = [
    `Hello ${toName},`,
    `${formatMoney(amount)} for invoice ${invoiceNumber} could not be charged to ${card}. ${reason}`,
    retryOn === undefined
      ? 'The card is not charged again for it. Please pay online, where you can also agree to another card.'
      : `It is tried again on ${formatDate(retryOn)}. You can also pay online before that, by another card.`,
  ].join('\n\n');
  const about = { businessId, kind: 'declined' as const, invoiceId, toAddress, toName };
  await queue(tx, { ...about, subject: subject.slice(0, 200).trim(), message }, now);
}

interface RefundToTell extends Money {
  businessId: string;
  id: number;
  /** Whose payment was given back; the caller has locked it. */
  invoiceId: number;
  /** The owner's words. */
  message: string;
}

/**
 * Queues what an owner says to a customer who was given money back, in the transaction in which that is
 * known, once; nothing to a customer without an address.
 */
export async function queueRefund(
  tx: Transaction,
  { businessId, id: refundId, invoiceId, message, ...amount }: RefundToTell,
  now: Date,
): Promise<void> {
  const found = await findReceiptDetails(tx, businessId, invoiceId);
  if (!found || !isAddress(found.email)) return;
  const { email: toAddress, name: toName, invoiceNumber, businessName } = found;
  const subject = `Refund of ${formatMoney(amount)} for invoice ${invoiceNumber} from ${businessName ?? ''}`;
  const about = { businessId, kind: 'refund' as const, invoiceId, refundId, toAddress, toName };
  await queue(tx, { ...about, subject: subject.slice(0, 200).trim(), message }, now);
}

/** More than these would be a table, which the message has. */
const MOST_NAMED = 3;

/** 'invoice INV-1', 'invoices INV-1, INV-2, and INV-3', 'invoices INV-1, INV-2, and 5 more'. */
function formatInvoices(numbers: readonly string[]): string {
  const [first, ...others] = numbers;
  if (others.length === 0) return `invoice ${first}`;
  const shown = numbers.length > MOST_NAMED ? numbers.slice(0, MOST_NAMED - 1) : numbers;
  const more = numbers.length - shown.length;
  const list = new Intl.ListFormat('en', { type: 'conjunction' });
  return `invoices ${list.format(more > 0 ? [...shown, `${more} more`] : shown)}`;
}

/** The copy that each message has whose owner wants one. */
async function planOwnCopy(tx: Transaction, businessId: string, to: string) {
  const settings = await findEmailSettings(tx, businessId);
  if (!settings?.copyToSelf) return {};
  return planCopies(to, {}, settings, await findProfile(tx, businessId));
}

/** Nothing to fill in while a document has no number. */
export const fillNumber = (text: string, number: string) =>
  number === '' ? text : text.replaceAll(NUMBER_TO_COME, () => number);

export const UNSUBSCRIBED =
  'This address was unsubscribed from reminders and statements. Allow them on the customer’s page first.';

type Values = Omit<Parameters<typeof insertEmail>[1], 'messageId'>;

const newMessageId = () => randomBytes(16).toString('hex');

interface Sending {
  /** In which it can be taken back. */
  holdSeconds?: number;
  /** When it goes, rather than now. */
  sendAt?: Date | undefined;
  files?: readonly Upload[];
}

/** @returns its number; undefined where the receipt of the payment is there already */
async function queue(
  tx: Transaction,
  values: Values,
  now: Date,
  { holdSeconds = 0, sendAt, files = [] }: Sending = {},
): Promise<number | undefined> {
  const heldUntil = holdSeconds > 0 ? new Date(now.getTime() + holdSeconds * 1_000) : undefined;
  const nextAttemptAt = sendAt ?? heldUntil;
  const emailId = await insertEmail(tx, {
    ...values,
    ...(nextAttemptAt ? { waitsFor: sendAt ? 'schedule' : 'undo', nextAttemptAt } : {}),
    messageId: newMessageId(),
    createdAt: now,
    updatedAt: now,
  });
  if (emailId === undefined) return undefined;
  await insertEmailFiles(tx, { businessId: values.businessId, emailId }, files.map(toEmailFile));
  await dispatch(tx, values, emailId, now, nextAttemptAt);
  return emailId;
}

const toEmailFile = ({ key, fileName, contentType, size }: Upload) => ({
  key,
  fileName,
  contentType,
  size,
});

/** A receipt that has gone out, or failed, goes out anew; one that waits is not sent twice. */
async function queueAgain(tx: Transaction, values: Values, now: Date): Promise<void> {
  const { businessId, paymentId } = values;
  const before = await lockReceipt(tx, businessId, paymentId ?? 0);
  if (!before || before.status === 'queued') return;
  const anew = { ...UNSENT, ...values, messageId: newMessageId(), sentAt: null, updatedAt: now };
  await updateEmail(tx, businessId, before.id, anew);
  await dispatch(tx, values, before.id, now);
}

async function dispatch(
  tx: Transaction,
  values: Values,
  emailId: number,
  now: Date,
  sendAt?: Date,
): Promise<void> {
  const { businessId, invoiceId = null, estimateId = null, creditNoteId = null } = values;
  const { kind, toAddress: to, customerId = null, cc = [], bcc = [] } = values;
  const about = { businessId, invoiceId, estimateId, creditNoteId, customerId };
  const told = { kind, to, ...tellCopies({ cc, bcc }) };
  await insertEmailEvent(tx, about, 'email.queued', told, now);
  const afterSeconds = sendAt ? (sendAt.getTime() - now.getTime()) / 1_000 : 0;
  await sendJob(tx, sendEmailQueue, { businessId, emailId }, { afterSeconds });
}

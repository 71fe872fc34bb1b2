import { randomBytes } from 'node:crypto';
import * as z from 'zod';
import { aboutDocument } from '../../../shared/documents/document-ref.ts';
import type { SendEmailInput } from '../../../shared/emails/email.contract.ts';
import type { DocumentFacts } from '../../../shared/emails/email-draft.ts';
import { emailDraft } from '../../../shared/emails/email-draft.ts';
import { invalidField, notFound } from '../../../shared/errors/app-error.ts';
import type { Money } from '../../../shared/money/money.ts';
import { formatMoney } from '../../../shared/money/money.ts';
import type { Transaction } from '../../db/database.ts';
import type { JobQueue } from '../../platform/jobs/job-queue.ts';
import { sendJob } from '../../platform/jobs/send-job.ts';
import { findProfile } from '../profile/index.ts';
import {
  findReceiptDetails,
  insertEmail,
  insertEmailEvent,
  isQueuedAlready,
} from './email.store.ts';

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
  'customerEmail' | 'customerName' | 'subject' | 'message'
>;

/**
 * Queues a document as an e-mail in the caller's transaction: the message, its entry in the history
 * and the job. What is not given comes from the document and its customer. The same message while
 * one waits is queued once.
 * @param document locked by the caller
 * @throws AppError VALIDATION (nobody to write to)
 */
export async function queueDocument(
  tx: Transaction,
  document: DocumentToSend,
  given: EmailWords,
  now: Date,
): Promise<void> {
  const { of, businessId, customer } = document;
  const to = given.customerEmail ?? customer.email;
  if (!isAddress(to)) {
    throw invalidField('customerEmail', "Customer doesn't have an email address on file.");
  }
  const profile = await findProfile(tx, businessId);
  const toName = given.customerName ?? customer.name;
  const businessName = profile?.businessName ?? '';
  const draft = emailDraft(document, { businessName, customerName: toName });
  const values = {
    toAddress: to,
    toName,
    subject: given.subject ?? draft.subject,
    message: given.message ?? draft.message,
  };
  if (await isQueuedAlready(tx, document, values)) return;
  await queue(tx, { businessId, kind: of, ...aboutDocument(document), ...values }, now);
}

/**
 * Queues the receipt of a payment in the caller's transaction, once; none for a customer without an
 * address.
 * @param payment of an invoice that the caller has locked
 */
export async function queueReceipt(
  tx: Transaction,
  payment: Money & { businessId: string; invoiceId: number; id: number },
  now: Date,
): Promise<void> {
  const { businessId, invoiceId } = payment;
  const found = await findReceiptDetails(tx, businessId, invoiceId);
  if (!found) throw notFound('Invoice');
  const { email, name, invoiceNumber } = found;
  if (!isAddress(email)) return;
  const businessName = found.businessName ?? '';
  const subject = `Receipt for invoice ${invoiceNumber} from ${businessName}`;
  const amount = formatMoney(payment);
  await queue(
    tx,
    {
      businessId,
      kind: 'receipt',
      invoiceId,
      paymentId: payment.id,
      toAddress: email,
      toName: name,
      subject: subject.slice(0, 200).trim(),
      message: [
        `Hello ${name},`,
        `Thank you for your payment of ${amount} for invoice ${invoiceNumber}.`,
      ].join('\n\n'),
    },
    now,
  );
}

type Values = Omit<Parameters<typeof insertEmail>[1], 'messageId'>;

async function queue(tx: Transaction, values: Values, now: Date): Promise<void> {
  const { businessId, invoiceId = null, estimateId = null, creditNoteId = null } = values;
  const { kind, toAddress: to } = values;
  const emailId = await insertEmail(tx, {
    ...values,
    messageId: randomBytes(16).toString('hex'),
    createdAt: now,
    updatedAt: now,
  });
  if (emailId === undefined) return;
  await insertEmailEvent(
    tx,
    { businessId, invoiceId, estimateId, creditNoteId },
    'email.queued',
    { kind, to },
    now,
  );
  await sendJob(tx, sendEmailQueue, { businessId, emailId });
}

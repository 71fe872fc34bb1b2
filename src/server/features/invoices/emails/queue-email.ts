import { randomBytes } from 'node:crypto';
import * as z from 'zod';
import { invoiceEmailDraft } from '../../../../shared/emails/invoice-email-draft.ts';
import type { InvoiceDetail } from '../../../../shared/invoices/invoice.contract.ts';
import { formatMoney } from '../../../../shared/money/money.ts';
import type { Transaction } from '../../../db/database.ts';
import type { JobQueue } from '../../../platform/jobs/job-queue.ts';
import { sendJob } from '../../../platform/jobs/send-job.ts';
import { findProfile } from '../../profile/index.ts';
import { insertEvent } from '../invoice.store.ts';
import { insertEmail, isQueuedAlready } from './email.store.ts';

/** The job that hands a message to the mail server. The message itself says the rest. */
export const sendEmailQueue: JobQueue<{ userId: string; emailId: number }> = {
  name: 'send email',
  data: z.object({ userId: z.uuid(), emailId: z.int().positive() }),
  // Only what went wrong around a message counts here: a refusal has its own pauses.
  retries: 12,
  retrySeconds: 30,
  timeoutSeconds: 360,
};

/** Whether it can be written to: one that was stored before addresses were checked may not be. */
export function isAddress(email: string | null | undefined): email is string {
  return z.email().safeParse(email).success;
}

/** What an owner may say in place of what the invoice says. */
export interface InvoiceEmail {
  to: string;
  toName?: string | null | undefined;
  subject?: string | null | undefined;
  message?: string | null | undefined;
}

/**
 * Queues an invoice as an e-mail in the caller's transaction: the message, its entry in the history
 * and the job. The same message while one waits is queued once.
 * @param invoice locked by the caller, as it is stored now
 */
export async function queueInvoiceEmail(
  tx: Transaction,
  invoice: InvoiceDetail,
  given: InvoiceEmail,
  now: Date,
): Promise<void> {
  const { userId, id: invoiceId } = invoice;
  const profile = await findProfile(tx, userId);
  const toName = given.toName ?? invoice.customer.name;
  const draft = invoiceEmailDraft({
    invoiceNumber: invoice.invoiceNumber,
    businessName: profile?.businessName ?? '',
    customerName: toName,
    amountDue: invoice.amountDue,
    dueDate: invoice.dueDate,
  });
  const values = {
    userId,
    kind: 'invoice' as const,
    invoiceId,
    toAddress: given.to,
    toName,
    subject: given.subject ?? draft.subject,
    message: given.message ?? draft.message,
  };
  if (await isQueuedAlready(tx, values)) return;
  await queue(tx, values, now);
}

/**
 * Queues the receipt of a payment in the caller's transaction, once; none for a customer without an
 * address.
 * @param invoice locked by the caller, as it is stored now
 */
export async function queueReceipt(
  tx: Transaction,
  invoice: InvoiceDetail,
  payment: { id: number; amount: string },
  now: Date,
): Promise<void> {
  const { email, name } = invoice.customer;
  if (!isAddress(email)) return;
  const profile = await findProfile(tx, invoice.userId);
  const businessName = profile?.businessName ?? '';
  const { invoiceNumber } = invoice;
  const subject = `Receipt for invoice ${invoiceNumber} from ${businessName}`;
  const amount = formatMoney(payment.amount);
  await queue(
    tx,
    {
      userId: invoice.userId,
      kind: 'receipt',
      invoiceId: invoice.id,
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
  const { userId, invoiceId, kind, toAddress: to } = values;
  const emailId = await insertEmail(tx, {
    ...values,
    messageId: randomBytes(16).toString('hex'),
    createdAt: now,
    updatedAt: now,
  });
  if (emailId === undefined) return;
  await insertEvent(tx, userId, invoiceId, 'email.queued', { kind, to }, now);
  await sendJob(tx, sendEmailQueue, { userId, emailId });
}

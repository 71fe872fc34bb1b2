import { randomBytes } from 'node:crypto';
import * as z from 'zod';
import type { Transaction } from '../../db/database.ts';
import type { JobQueue } from '../../platform/jobs/job-queue.ts';
import { sendJob } from '../../platform/jobs/send-job.ts';
import type { Upload } from '../../platform/uploads/upload.store.ts';
import { findProfile } from '../profile/index.ts';
import { insertEmailFiles } from './email-file.store.ts';
import { findEmailSettings } from './email-settings.store.ts';
import {
  findEmail,
  insertEmail,
  insertEmailEvent,
  lockReceipt,
  UNSENT,
  updateEmail,
} from './email.store.ts';
import { planCopies } from './plan-sending.ts';
import { tellCopies } from './present-email.ts';
import { isUnreachable, withhold } from './withhold-email.ts';

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

export type MessageValues = Omit<Parameters<typeof insertEmail>[1], 'messageId'>;

/**
 * With the copy that each message has whose owner wants one, where no copies are planned yet. A link to
 * a portal is its customer's alone: whoever opens it first is let in.
 */
async function withOwnCopy(tx: Transaction, values: MessageValues): Promise<MessageValues> {
  const { businessId, toAddress, kind } = values;
  if (values.bcc || kind === 'portal_link') return values;
  const settings = await findEmailSettings(tx, businessId);
  if (!settings?.copyToSelf) return values;
  const profile = await findProfile(tx, businessId);
  return { ...values, ...planCopies(toAddress, {}, settings, profile) };
}

const newMessageId = () => randomBytes(16).toString('hex');

interface Sending {
  /** In which it can be taken back. */
  holdSeconds?: number;
  /** When it goes, rather than now. */
  sendAt?: Date | undefined;
  files?: readonly Upload[];
}

/**
 * Queues a message in the caller's transaction: the message, its entry in the history and the job. One
 * to an address that messages came back from is left unsent (`withhold`): whoever writes there by name
 * has cleared that before.
 * @returns its number; undefined where the receipt of the payment is there already
 */
export async function queueMessage(
  tx: Transaction,
  given: MessageValues,
  now: Date,
  { holdSeconds = 0, sendAt, files = [] }: Sending = {},
): Promise<number | undefined> {
  const values = await withOwnCopy(tx, given);
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
  await dispatch(tx, values, emailId, now, {
    sendAt: nextAttemptAt,
    isPlanned: sendAt !== undefined,
  });
  return emailId;
}

const toEmailFile = ({ key, fileName, contentType, size }: Upload) => ({
  key,
  fileName,
  contentType,
  size,
});

/** A receipt that has gone out, or failed, goes out anew; one that waits is not sent twice. */
export async function queueMessageAgain(
  tx: Transaction,
  given: MessageValues,
  now: Date,
): Promise<void> {
  const values = await withOwnCopy(tx, given);
  const { businessId, paymentId } = values;
  const before = await lockReceipt(tx, businessId, paymentId ?? 0);
  if (!before || before.status === 'queued') return;
  const anew = { ...UNSENT, ...values, messageId: newMessageId(), sentAt: null, updatedAt: now };
  await updateEmail(tx, businessId, before.id, anew);
  await dispatch(tx, values, before.id, now);
}

async function dispatch(
  tx: Transaction,
  values: MessageValues,
  emailId: number,
  now: Date,
  { sendAt, isPlanned = false }: { sendAt?: Date | undefined; isPlanned?: boolean } = {},
): Promise<void> {
  const { businessId, invoiceId = null, estimateId = null, creditNoteId = null } = values;
  const { kind, toAddress: to, customerId = null, cc = [], bcc = [] } = values;
  const about = { businessId, invoiceId, estimateId, creditNoteId, customerId };
  const told = { kind, to, ...tellCopies({ cc, bcc }) };
  await insertEmailEvent(tx, about, 'email.queued', told, now);
  // Of one for later, the address may be corrected by then.
  if (!isPlanned && (await isUnreachable(tx, businessId, to))) {
    const email = await findEmail(tx, businessId, emailId);
    if (email) await withhold(tx, email, now);
    return;
  }
  const afterSeconds = sendAt ? (sendAt.getTime() - now.getTime()) / 1_000 : 0;
  await sendJob(tx, sendEmailQueue, { businessId, emailId }, { afterSeconds });
}

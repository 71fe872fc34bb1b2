import { DOCUMENT_KINDS } from '../../../shared/documents/document-content.ts';
import { toDocumentRef } from '../../../shared/documents/document-ref.ts';
import { NUMBER_TO_COME } from '../../../shared/emails/email-draft.ts';
import type { RetryInput } from '../../../shared/emails/email.contract.ts';
import type { Email } from '../../../shared/emails/message.contract.ts';
import { AppError } from '../../../shared/errors/app-error.ts';
import type { Transaction } from '../../db/database.ts';
import { withTransaction } from '../../db/with-transaction.ts';
import type { Services } from '../../platform/http/services.ts';
import { sendJob } from '../../platform/jobs/send-job.ts';
import { isOlderThanSeries } from '../documents/index.ts';
import { findRecipient } from '../senders/index.ts';
import { listEmailFiles } from './email-file.store.ts';
import type { EmailRow } from './email.store.ts';
import {
  findMailedCustomer,
  insertEmailEvent,
  isQueuedAlready,
  isStatementQueued,
  UNSENT,
  updateEmail,
} from './email.store.ts';
import { issueMailed } from './issue-mailed.ts';
import { lockMessage } from './lock-both.ts';
import type { MailedDocument } from './mailed-documents.ts';
import { mailedDocument, mailedDocuments } from './mailed-documents.ts';
import { planCopies } from './plan-sending.ts';
import { presentEmailRow } from './present-email.ts';
import { BLOCKED, isAddress } from './queue-email.ts';
import { sendEmailQueue } from './queue-message.ts';
import { formatWithdrawal } from './withdrawn.ts';
import { isUnreachable } from './withhold-email.ts';

/**
 * Queues a message that has failed once more, from its first attempt on; one that waits for its next
 * attempt, or for the time that its owner has chosen, has it now. One that was left unsent for its
 * address goes to the customer's of today. A draft that is issued before its message is issued by this, so that
 * what stands in the way is said at once; with `dateOnSending` it is dated today.
 * @throws AppError NOT_FOUND, ALREADY_PAID (an invoice that was paid since), CONFLICT (it was sent, was
 *   for another customer, brings an estimate that is closed or what was made a draft again, its address is not
 *   corrected yet, or its recipient has blocked the business), VALIDATION (its draft cannot be issued as it stands)
 */
export function retryEmail(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  businessId: string,
  { id, dateOnSending }: RetryInput,
): Promise<Email> {
  return withTransaction(db, async (tx) => {
    const { email: stored, document } = await lockMessage(tx, businessId, id);
    const now = clock.now();
    const issue = () => issueMailed(tx, stored, document, now, { dateOnSending });
    if (stored.wasForOther && stored.status !== 'sent') {
      throw new AppError('CONFLICT', 'This message was for another customer.');
    }
    if (stored.status === 'queued') return presentEmailRow(await hurry(tx, stored, issue, now));
    if (stored.status === 'sent') {
      throw new AppError('CONFLICT', 'This message has already been sent.');
    }
    const { of } = mailedDocument(stored);
    mailedDocuments(of).requireOpen(stored, document);
    await refuseLostNumber(tx, stored, document);
    if (stored.withdrawn === 'drafted' && document.status === 'draft') {
      const message = `This message was taken back when the ${of} was set back to draft. Send the ${of} instead.`;
      throw new AppError('CONFLICT', message);
    }
    const email = await issue();
    const addressed = email.withdrawn === 'bounced' ? await readdress(tx, email) : {};
    await requireSingle(tx, { ...email, ...addressed });
    const again = { ...UNSENT, ...addressed, updatedAt: now };
    await updateEmail(tx, businessId, id, again);
    const { kind, toAddress: to } = { ...email, ...again };
    if ((await findRecipient(tx, businessId, to))?.blockedAt)
      throw new AppError('CONFLICT', BLOCKED);
    await insertEmailEvent(tx, email, 'email.queued', { kind, to }, now);
    await sendJob(tx, sendEmailQueue, { businessId, emailId: id });
    return presentEmailRow({ ...email, ...again });
  });
}

/** @throws AppError CONFLICT for a message that may name a number which a series took off its draft since */
async function refuseLostNumber(
  tx: Transaction,
  email: EmailRow,
  { numberKey }: MailedDocument,
): Promise<void> {
  const about = toDocumentRef(email);
  if (!about || numberKey !== null) return;
  if (`${email.subject}${email.message}`.includes(NUMBER_TO_COME)) return;
  const { of, businessId } = about;
  if (!(await isOlderThanSeries(tx, businessId, of, email.createdAt))) return;
  const { noun } = DOCUMENT_KINDS[of];
  throw new AppError(
    'CONFLICT',
    `This message may name the number that the ${noun} had before its series began. Send the ${noun} again.`,
  );
}

/** @throws AppError CONFLICT where the same message waits to go, too */
export async function requireSingle(
  tx: Transaction,
  email: EmailRow,
  sendAt?: Date,
): Promise<void> {
  const { businessId, id, customerId, periodFrom, periodTo } = email;
  // Those that bring files of their own are two.
  if ((await listEmailFiles(tx, businessId, id)).length > 0) return;
  const about = toDocumentRef(email);
  const isTwice = about
    ? await isQueuedAlready(tx, about, { ...email, sendAt })
    : customerId !== null &&
      periodFrom !== null &&
      periodTo !== null &&
      (await isStatementQueued(tx, { ...email, customerId, periodFrom, periodTo, sendAt }));
  if (isTwice) throw new AppError('CONFLICT', 'The same message is already waiting to be sent.');
}

/**
 * Where a message goes that was left unsent for its address: to the customer's, as it is now.
 * @throws AppError CONFLICT while messages come back from there, too
 */
async function readdress(
  tx: Transaction,
  email: EmailRow,
): Promise<Pick<EmailRow, 'toAddress' | 'cc' | 'bcc'>> {
  const customer = await findMailedCustomer(tx, email);
  const toAddress = isAddress(customer?.email) ? customer.email : email.toAddress;
  if (await isUnreachable(tx, email.businessId, toAddress)) {
    throw new AppError('CONFLICT', formatWithdrawal('bounced', mailedDocument(email).of));
  }
  return { toAddress, ...planCopies(toAddress, email, undefined, undefined) };
}

/** One that waits for a time has it now, but for one that is being sent or that its owner may still take back. */
async function hurry(
  tx: Transaction,
  email: EmailRow,
  issue: () => Promise<EmailRow>,
  now: Date,
): Promise<EmailRow> {
  const { businessId, id, nextAttemptAt, waitsFor, claim } = email;
  const isWaiting = nextAttemptAt !== null && nextAttemptAt > now;
  if (claim !== null || waitsFor === 'undo' || !isWaiting) return email;
  const issued = await issue();
  const soon = {
    nextAttemptAt: now,
    waitsFor: waitsFor === 'schedule' ? null : waitsFor,
    updatedAt: now,
  };
  await updateEmail(tx, businessId, id, soon);
  await sendJob(tx, sendEmailQueue, { businessId, emailId: id });
  return { ...issued, ...soon };
}

import { toDocumentRef } from '../../../shared/documents/document-ref.ts';
import { EMAIL_ATTEMPT_MS } from '../../../shared/emails/email.contract.ts';
import type { Email } from '../../../shared/emails/message.contract.ts';
import { AppError } from '../../../shared/errors/app-error.ts';
import type { Transaction } from '../../db/database.ts';
import { withTransaction } from '../../db/with-transaction.ts';
import type { Services } from '../../platform/http/services.ts';
import { sendJob } from '../../platform/jobs/send-job.ts';
import type { EmailRow } from './email.store.ts';
import { insertEmailEvent, isQueuedAlready, UNSENT, updateEmail } from './email.store.ts';
import { lockMessage } from './lock-both.ts';
import { mailedDocument, mailedDocuments } from './mailed-documents.ts';
import { presentEmailRow } from './present-email.ts';
import { sendEmailQueue } from './queue-message.ts';

/**
 * Queues a message that has failed once more, from its first attempt on; one that waits for its next
 * attempt, or for the time that its owner has chosen, has it now.
 * @throws AppError NOT_FOUND, ALREADY_PAID (an invoice that was paid since), CONFLICT (it was sent, was
 *   for another customer, or brings an estimate that is closed)
 */
export function retryEmail(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  businessId: string,
  id: number,
): Promise<Email> {
  return withTransaction(db, async (tx) => {
    const { email, document } = await lockMessage(tx, businessId, id);
    if (email.status === 'queued') return presentEmailRow(await hurry(tx, email, clock.now()));
    if (email.status === 'sent') {
      throw new AppError('CONFLICT', 'This message has already been sent.');
    }
    mailedDocuments(mailedDocument(email).of).allowRetry(email, document);
    if (email.wasForOther) {
      throw new AppError('CONFLICT', 'This message was for another customer.');
    }
    const about = toDocumentRef(email);
    if (about && (await isQueuedAlready(tx, about, email))) {
      throw new AppError('CONFLICT', 'The same message is already waiting to be sent.');
    }
    const now = clock.now();
    const again = { ...UNSENT, updatedAt: now };
    await updateEmail(tx, businessId, id, again);
    const { kind, toAddress: to } = email;
    await insertEmailEvent(tx, email, 'email.queued', { kind, to }, now);
    await sendJob(tx, sendEmailQueue, { businessId, emailId: id });
    return presentEmailRow({ ...email, ...again });
  });
}

/** One that waits longer than it could be on its way for does not wait any more. */
async function hurry(tx: Transaction, email: EmailRow, now: Date): Promise<EmailRow> {
  const { businessId, id, nextAttemptAt, waitsFor } = email;
  // One that has not begun is on nobody's way, however soon its time is.
  const mayBeOnItsWay = waitsFor !== 'schedule';
  const wait = (nextAttemptAt?.getTime() ?? 0) - now.getTime();
  if (mayBeOnItsWay && wait <= EMAIL_ATTEMPT_MS) return email;
  const soon = {
    nextAttemptAt: now,
    waitsFor: mayBeOnItsWay ? waitsFor : null,
    updatedAt: now,
  };
  await updateEmail(tx, businessId, id, soon);
  await sendJob(tx, sendEmailQueue, { businessId, emailId: id });
  return { ...email, ...soon };
}

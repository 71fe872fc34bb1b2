import type { RescheduleInput } from '../../../shared/emails/email.contract.ts';
import type { Email } from '../../../shared/emails/message.contract.ts';
import { AppError } from '../../../shared/errors/app-error.ts';
import { withTransaction } from '../../db/with-transaction.ts';
import type { Services } from '../../platform/http/services.ts';
import { sendJob } from '../../platform/jobs/send-job.ts';
import { findProfile } from '../profile/index.ts';
import { insertEmailEvent, updateEmail } from './email.store.ts';
import { lockMessage } from './lock-both.ts';
import { mailedDocument, mailedDocuments } from './mailed-documents.ts';
import { planTime } from './plan-sending.ts';
import { presentEmailRow } from './present-email.ts';
import { sendEmailQueue } from './queue-message.ts';
import { requireSingle } from './retry-email.ts';
import { requireNotBegun } from './withdraw-email.ts';
import { formatWithdrawal } from './withdrawn.ts';

/**
 * Moves a message that is planned for a time to another one. The sender takes the same locks before its
 * first attempt, so one of the two comes first: it goes as it was planned, or at the new time.
 * @throws AppError NOT_FOUND, VALIDATION (as when it was planned), ALREADY_PAID, CONFLICT (it is sent,
 *   on its way, taken back or not planned, its estimate is closed, or the same one waits for that time)
 */
export function rescheduleEmail(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  businessId: string,
  { id, sendAt }: RescheduleInput,
): Promise<Email> {
  return withTransaction(db, async (tx) => {
    const { email, document } = await lockMessage(tx, businessId, id);
    const { of } = mailedDocument(email);
    if (email.withdrawn !== null) {
      throw new AppError(
        'CONFLICT',
        `The email was not sent. ${formatWithdrawal(email.withdrawn, of)}`,
      );
    }
    requireNotBegun(email);
    if (email.waitsFor !== 'schedule' || !email.nextAttemptAt) {
      throw new AppError('CONFLICT', 'Only a scheduled email can be moved.');
    }
    mailedDocuments(of).requireOpen(email, document);
    const now = clock.now();
    const at = planTime(sendAt, await findProfile(tx, businessId), now);
    if (at.getTime() === email.nextAttemptAt.getTime()) return presentEmailRow(email);
    await requireSingle(tx, email, at);
    const moved = { nextAttemptAt: at, updatedAt: now };
    await updateEmail(tx, businessId, id, moved);
    const { kind, toAddress: to } = email;
    await insertEmailEvent(tx, email, 'email.moved', { kind, to, at: sendAt }, now);
    // A job that comes too early waits by itself for the time that the message has then.
    if (at < email.nextAttemptAt) {
      const afterSeconds = (at.getTime() - now.getTime()) / 1_000;
      await sendJob(tx, sendEmailQueue, { businessId, emailId: id }, { afterSeconds });
    }
    return presentEmailRow({ ...email, ...moved });
  });
}

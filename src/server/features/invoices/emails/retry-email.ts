import { AppError, notFound } from '../../../../shared/errors/app-error.ts';
import type { Email } from '../../../../shared/invoices/invoice.contract.ts';
import { withTransaction } from '../../../db/with-transaction.ts';
import type { Services } from '../../../platform/http/services.ts';
import { sendJob } from '../../../platform/jobs/send-job.ts';
import { insertEvent, lockInvoice } from '../invoice.store.ts';
import { findEmail, lockEmail, presentEmailRow, updateEmail } from './email.store.ts';
import { sendEmailQueue } from './queue-email.ts';

/**
 * Queues a message that has failed once more, from its first attempt on; one that is queued is
 * answered as it is.
 * @throws AppError NOT_FOUND, ALREADY_PAID (an invoice that was paid since), CONFLICT (it was sent)
 */
export function retryEmail(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  userId: string,
  id: number,
): Promise<Email> {
  return withTransaction(db, async (tx) => {
    const found = await findEmail(tx, userId, id);
    const invoice = found && (await lockInvoice(tx, userId, found.invoiceId));
    const email = invoice && (await lockEmail(tx, userId, id));
    if (!email || invoice.deletedAt) throw notFound('Message');
    if (email.status === 'queued') return presentEmailRow(email);
    if (email.status === 'sent') {
      throw new AppError('CONFLICT', 'This message has been sent already.');
    }
    if (email.kind === 'invoice' && invoice.status === 'paid') {
      throw new AppError('ALREADY_PAID', 'This invoice has already been paid.');
    }
    const now = clock.now();
    const again = {
      status: 'queued',
      attempts: 0,
      lastError: null,
      nextAttemptAt: null,
      updatedAt: now,
    } as const;
    await updateEmail(tx, userId, id, again);
    const { kind, toAddress: to, invoiceId } = email;
    await insertEvent(tx, userId, invoiceId, 'email.queued', { kind, to }, now);
    await sendJob(tx, sendEmailQueue, { userId, emailId: id });
    return presentEmailRow({ ...email, ...again });
  });
}

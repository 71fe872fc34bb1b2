import { DOCUMENT_KINDS } from '../../../shared/documents/document-content.ts';
import type { DocumentRef } from '../../../shared/documents/document-ref.ts';
import type { Email } from '../../../shared/emails/message.contract.ts';
import { AppError } from '../../../shared/errors/app-error.ts';
import type { Transaction } from '../../db/database.ts';
import { withTransaction } from '../../db/with-transaction.ts';
import type { Services } from '../../platform/http/services.ts';
import { INTERRUPTED, isBeingSent } from './claim-email.ts';
import type { EmailRow } from './email.store.ts';
import { findEmail, lockUnsent } from './email.store.ts';
import { giveUpUnsure, withdraw } from './end-email.ts';
import { lockMessage } from './lock-both.ts';
import { presentEmailRow } from './present-email.ts';
import type { Withdrawal } from './withdrawn.ts';

/**
 * Takes a message back that has not begun to be sent; its document stays as it is. The sender takes
 * the same locks before its first attempt, so one of the two comes first: either it goes, or it never
 * does. One that was taken back before is answered as it is.
 * @throws AppError NOT_FOUND, CONFLICT (it has been sent, is on its way, or has failed)
 */
export function withdrawEmail(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  businessId: string,
  id: number,
): Promise<Email> {
  return withTransaction(db, async (tx) => {
    const { email } = await lockMessage(tx, businessId, id);
    if (email.withdrawn !== null) return presentEmailRow(email);
    requireNotBegun(email);
    await withdraw(tx, email, 'undone', clock.now());
    return presentEmailRow((await findEmail(tx, businessId, id)) ?? email);
  });
}

const refuse = (message: string) => new AppError('CONFLICT', message);

/** @throws AppError CONFLICT for a message of which an attempt was made */
export function requireNotBegun({ status, attempts, mayHaveArrived }: EmailRow): void {
  if (status === 'sent') throw refuse('The email has already been sent.');
  if (status === 'failed') {
    throw refuse(
      mayHaveArrived ? 'The email may have been sent.' : 'The email has failed: it was not sent.',
    );
  }
  if (attempts > 0) throw refuse('The email is already on its way.');
}

/** Takes back the reminders of an invoice that have not begun to be sent. The caller has locked it. */
export async function withdrawReminders(
  tx: Transaction,
  businessId: string,
  invoiceId: number,
  now: Date,
): Promise<void> {
  const unsent = await lockUnsent(tx, { of: 'invoice', businessId, id: invoiceId });
  for (const email of unsent) {
    if (email.kind !== 'reminder' || email.status !== 'queued' || email.attempts > 0) continue;
    await withdraw(tx, email, 'paused', now);
  }
}

/**
 * Takes back what waits to bring a document, or to remind of it, in the transaction that takes the document
 * itself back; what failed for now is not tried again. One that the mail server is being given cannot be
 * called back: it goes.
 * @param document locked by the caller
 * @param refused what the document `cannot` do then, and the field that asked for it; nothing is refused where
 *   it is as well that the message has gone
 * @throws AppError CONFLICT while one is being sent
 */
export async function takeBackMessages(
  tx: Transaction,
  document: DocumentRef,
  reason: Withdrawal,
  now: Date,
  refused?: { cannot: string; path?: 'status' },
): Promise<void> {
  const waiting = await lockUnsent(tx, document);
  for (const email of waiting.filter(({ status }) => status === 'queued')) {
    if (!isBeingSent(email, now)) {
      // Its sender is gone, and the message may be out: it is not called withdrawn.
      if (email.mayHaveArrived) await giveUpUnsure(tx, email, INTERRUPTED, now);
      else await withdraw(tx, email, reason, now);
    } else if (refused) {
      const { cannot, path } = refused;
      const { noun } = DOCUMENT_KINDS[document.of];
      const message = `An email with this ${noun} is being sent right now, so it cannot ${cannot}. Try again in a few minutes.`;
      throw new AppError('CONFLICT', message, path ? { fields: [{ path, message }] } : {});
    }
  }
}

import type { Email } from '../../../shared/emails/message.contract.ts';
import { AppError } from '../../../shared/errors/app-error.ts';
import type { Transaction } from '../../db/database.ts';
import { withTransaction } from '../../db/with-transaction.ts';
import type { Services } from '../../platform/http/services.ts';
import type { EmailRow } from './email.store.ts';
import { findEmail, lockUnsent } from './email.store.ts';
import { withdraw } from './end-email.ts';
import { lockMessage } from './lock-both.ts';
import { presentEmailRow } from './present-email.ts';

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
export function requireNotBegun({ status, attempts }: EmailRow): void {
  if (status === 'sent') throw refuse('The email has already been sent.');
  if (status === 'failed') throw refuse('The email has failed: it was not sent.');
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

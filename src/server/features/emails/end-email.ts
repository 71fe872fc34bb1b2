import type { Transaction } from '../../db/database.ts';
import { countMail } from '../senders/index.ts';
import type { EmailRow } from './email.store.ts';
import { insertEmailEvent, updateEmail } from './email.store.ts';
import { mailedDocument } from './mailed-documents.ts';
import type { Withdrawal, WithdrawnReason } from './withdrawn.ts';
import { formatWithdrawal } from './withdrawn.ts';

/**
 * No further attempt is made by itself. The reason is in words for the owner.
 * @param refusedField of its document, where that is why
 */
export function giveUp(
  tx: Transaction,
  email: EmailRow,
  reason: string,
  now: Date,
  refusedField: string | null = null,
): Promise<void> {
  return end(tx, email, { reason, refusedField, withdrawn: null }, now);
}

/** What there is no point in sending any more is taken back, without alarm. */
export function withdraw(
  tx: Transaction,
  email: EmailRow,
  withdrawal: Withdrawal,
  now: Date,
): Promise<void> {
  const reason = formatWithdrawal(withdrawal, mailedDocument(email).of);
  const withdrawn = typeof withdrawal === 'string' ? withdrawal : withdrawal.reason;
  return end(tx, email, { reason, refusedField: null, withdrawn }, now);
}

async function end(
  tx: Transaction,
  email: EmailRow,
  {
    reason,
    refusedField,
    withdrawn,
  }: { reason: string; refusedField: string | null; withdrawn: WithdrawnReason | null },
  now: Date,
): Promise<void> {
  const { businessId, id, kind, toAddress: to, status } = email;
  await updateEmail(tx, businessId, id, {
    status: 'failed',
    lastError: reason,
    refusedField,
    withdrawn,
    nextAttemptAt: null,
    waitsFor: null,
    updatedAt: now,
  });
  // One that had failed already has been told of.
  if (status === 'failed') return;
  if (withdrawn === null) await countMail(tx, businessId, 'failed', now);
  const told = {
    kind,
    to,
    reason,
    ...(withdrawn ? { withdrawn: true } : {}),
    ...(withdrawn === 'undone' ? { undone: true } : {}),
  };
  await insertEmailEvent(tx, email, 'email.failed', told, now);
}

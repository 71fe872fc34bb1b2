import type { Transaction } from '../../../db/database.ts';
import { insertEvent } from '../invoice.store.ts';
import type { EmailRow } from './email.store.ts';
import { updateEmail } from './email.store.ts';
import type { WithdrawnReason } from './withdrawn.ts';
import { WITHDRAWN } from './withdrawn.ts';

/** No further attempt is made by itself. The reason is in words for the owner. */
export function giveUp(tx: Transaction, email: EmailRow, reason: string, now: Date): Promise<void> {
  return end(tx, email, { reason, withdrawn: null }, now);
}

/** What there is no point in sending any more is taken back, without alarm. */
export function withdraw(
  tx: Transaction,
  email: EmailRow,
  withdrawn: WithdrawnReason,
  now: Date,
): Promise<void> {
  return end(tx, email, { reason: WITHDRAWN[withdrawn], withdrawn }, now);
}

async function end(
  tx: Transaction,
  { userId, id, invoiceId, kind, toAddress: to, status }: EmailRow,
  { reason, withdrawn }: { reason: string; withdrawn: WithdrawnReason | null },
  now: Date,
): Promise<void> {
  await updateEmail(tx, userId, id, {
    status: 'failed',
    lastError: reason,
    withdrawn,
    nextAttemptAt: null,
    updatedAt: now,
  });
  // One that had failed already has been told of.
  if (status === 'failed') return;
  const told = { kind, to, reason, ...(withdrawn ? { withdrawn: true } : {}) };
  await insertEvent(tx, userId, invoiceId, 'email.failed', told, now);
}

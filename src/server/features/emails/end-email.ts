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

/** What a mail server may have sent although it did not say so: whether it goes once more is for its owner. */
export function giveUpUnsure(
  tx: Transaction,
  email: EmailRow,
  reason: string,
  now: Date,
): Promise<void> {
  return end(tx, email, { reason, withdrawn: null, mayHaveArrived: true }, now);
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
  return end(tx, email, { reason, withdrawn }, now);
}

interface End {
  reason: string;
  withdrawn: WithdrawnReason | null;
  refusedField?: string | null;
  mayHaveArrived?: boolean;
}

async function end(
  tx: Transaction,
  email: EmailRow,
  { reason, withdrawn, refusedField = null, mayHaveArrived = false }: End,
  now: Date,
): Promise<void> {
  const { businessId, id, kind, toAddress: to, status } = email;
  await updateEmail(tx, businessId, id, {
    status: 'failed',
    lastError: reason,
    refusedField,
    withdrawn,
    mayHaveArrived,
    claim: null,
    nextAttemptAt: null,
    waitsFor: null,
    updatedAt: now,
  });
  // One that had failed already has been told of.
  if (status === 'failed') return;
  if (withdrawn === null && !mayHaveArrived) await countMail(tx, businessId, 'failed', now);
  const told = {
    kind,
    to,
    reason,
    ...(mayHaveArrived ? { mayHaveArrived: true } : {}),
    ...(withdrawn ? { withdrawn: true } : {}),
    ...(withdrawn === 'undone' ? { undone: true } : {}),
  };
  await insertEmailEvent(tx, email, 'email.failed', told, now);
}

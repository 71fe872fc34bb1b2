import { AppError } from '../../../shared/errors/app-error.ts';
import type { Queryable } from '../../db/database.ts';
import { withTransaction } from '../../db/with-transaction.ts';
import { notifyListeners } from '../../platform/events/record-events.ts';
import type { Services } from '../../platform/http/services.ts';
import { findProfile } from '../profile/index.ts';
import { findRecipient, unsubscribeRecipient } from '../senders/index.ts';
import type { EmailRow } from './email.store.ts';
import { findEmail } from './email.store.ts';
import { readUnsubscribeToken } from './report-token.ts';

export interface Subscription {
  businessName: string;
  to: string;
  isUnsubscribed: boolean;
}

type UnsubscribeServices = Pick<Services, 'db' | 'clock' | 'masterKey'>;

/** @throws AppError NOT_FOUND for a link that was not made here, or of a message that is gone */
export async function readSubscription(
  { db, masterKey }: UnsubscribeServices,
  token: string,
): Promise<Subscription> {
  return readState(db.orm, await requireMessage(db.orm, masterKey, token));
}

/**
 * No reminders and no statements go to the one whom a message was for any more; its owner is told, once.
 * @throws AppError NOT_FOUND
 */
export function unsubscribe(
  { db, clock, masterKey }: UnsubscribeServices,
  token: string,
): Promise<Subscription> {
  return withTransaction(db, async (tx) => {
    const email = await requireMessage(tx, masterKey, token);
    const { businessId, toAddress: to } = email;
    const now = clock.now();
    if (await unsubscribeRecipient(tx, businessId, to, now)) {
      const data = { what: 'unsubscribed' as const, to };
      await notifyListeners(tx, [{ businessId, type: 'mail.told', data, createdAt: now }]);
    }
    return readState(tx, email);
  });
}

async function requireMessage(db: Queryable, masterKey: Buffer, token: string): Promise<EmailRow> {
  const named = readUnsubscribeToken(masterKey, token);
  const email = named && (await findEmail(db, named.businessId, named.emailId));
  if (!email) throw new AppError('NOT_FOUND', 'This link does not lead to a message.');
  return email;
}

async function readState(db: Queryable, { businessId, toAddress: to }: EmailRow) {
  const profile = await findProfile(db, businessId);
  const recipient = await findRecipient(db, businessId, to);
  return {
    businessName: profile?.businessName ?? '',
    to,
    isUnsubscribed: recipient?.unsubscribedAt != null,
  };
}

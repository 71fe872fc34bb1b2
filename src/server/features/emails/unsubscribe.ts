import type { Queryable } from '../../db/database.ts';
import { withTransaction } from '../../db/with-transaction.ts';
import type { Services } from '../../platform/http/services.ts';
import { findProfile } from '../profile/index.ts';
import { findRecipient, unsubscribeRecipient } from '../senders/index.ts';
import type { ReaderEmail } from './reader-email.ts';
import { requireReader, tellOfAddress } from './reader-email.ts';
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
 * No reminders and no statements go to the one who reads a message any more; its owner is told, once.
 * @throws AppError NOT_FOUND
 */
export function unsubscribe(
  { db, clock, masterKey }: UnsubscribeServices,
  token: string,
): Promise<Subscription> {
  return withTransaction(db, async (tx) => {
    const email = await requireMessage(tx, masterKey, token);
    const { businessId, reader } = email;
    const now = clock.now();
    if (await unsubscribeRecipient(tx, businessId, reader, now)) {
      await tellOfAddress(tx, email, 'unsubscribed', now);
    }
    return readState(tx, email);
  });
}

const requireMessage = (db: Queryable, masterKey: Buffer, token: string) =>
  requireReader(db, readUnsubscribeToken(masterKey, token));

async function readState(db: Queryable, { businessId, reader: to }: ReaderEmail) {
  const profile = await findProfile(db, businessId);
  const recipient = await findRecipient(db, businessId, to);
  return {
    businessName: profile?.businessName ?? '',
    to,
    isUnsubscribed: recipient?.unsubscribedAt != null,
  };
}

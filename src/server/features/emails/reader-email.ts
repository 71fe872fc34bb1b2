import { AppError } from '../../../shared/errors/app-error.ts';
import type { Queryable, Transaction } from '../../db/database.ts';
import { notifyListeners } from '../../platform/events/record-events.ts';
import type { EmailRow } from './email.store.ts';
import { findEmail, findMailedCustomer } from './email.store.ts';
import type { ReadMessage } from './report-token.ts';

/** A message, and whose link led to it. */
export type ReaderEmail = EmailRow & { reader: string };

/** @throws AppError NOT_FOUND for a link that was not made here, or of a message that is gone */
export async function requireReader(
  db: Queryable,
  named: ReadMessage | undefined,
): Promise<ReaderEmail> {
  const email = named && (await findEmail(db, named.businessId, named.emailId));
  if (!email) throw new AppError('NOT_FOUND', 'This link does not lead to a message.');
  return { ...email, reader: named.reader ?? email.toAddress };
}

/** Tells a message's owner what one of its readers has said, with the way to the customer. */
export async function tellOfAddress(
  tx: Transaction,
  email: ReaderEmail,
  what: 'blocked' | 'unsubscribed',
  now: Date,
): Promise<void> {
  const { businessId, reader: to } = email;
  const customer = await findMailedCustomer(tx, email);
  const about = customer ? { customerId: customer.id } : {};
  await notifyListeners(tx, [
    { businessId, ...about, type: 'mail.told', data: { what, to }, createdAt: now },
  ]);
}

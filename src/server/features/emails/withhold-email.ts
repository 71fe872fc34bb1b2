import type { Queryable, Transaction } from '../../db/database.ts';
import { notifyListeners } from '../../platform/events/record-events.ts';
import { claimBounceNews, findRecipient } from '../senders/index.ts';
import type { EmailRow } from './email.store.ts';
import { findMailedCustomer } from './email.store.ts';
import { withdraw } from './end-email.ts';

/** Whether messages to an address came back for good, so that nothing goes there by itself. */
export async function isUnreachable(
  db: Queryable,
  businessId: string,
  address: string,
): Promise<boolean> {
  return (await findRecipient(db, businessId, address))?.bouncedAt != null;
}

/**
 * Leaves a message unsent whose address is known to return them: it stands in the outbox with the
 * reason, and can be sent again once the address is corrected. Its owner is told where, once for an
 * address, however many messages are left unsent.
 */
export async function withhold(tx: Transaction, email: EmailRow, now: Date): Promise<void> {
  const { businessId, toAddress: to } = email;
  await withdraw(tx, email, 'bounced', now);
  if (!(await claimBounceNews(tx, businessId, to, now))) return;
  const customer = await findMailedCustomer(tx, email);
  if (!customer) return;
  await notifyListeners(tx, [
    {
      businessId,
      customerId: customer.id,
      type: 'mail.told',
      data: { what: 'withheld', to, customer: customer.name },
      createdAt: now,
    },
  ]);
}

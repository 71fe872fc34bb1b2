import { sql } from 'drizzle-orm';
import { isSameAddress } from '../../../../shared/emails/undelivered.ts';
import { readAcrossOwners } from '../../../db/across-owners.ts';
import type { Transaction } from '../../../db/database.ts';
import { withTransaction } from '../../../db/with-transaction.ts';
import { notifyListeners } from '../../../platform/events/record-events.ts';
import type { Services } from '../../../platform/http/services.ts';
import { noteBouncedRecipient } from '../../senders/index.ts';
import type { EmailRow } from '../email.store.ts';
import { findEmail, insertEmailEvent, updateEmail } from '../email.store.ts';
import { lockBoth } from '../lock-both.ts';
import type { Bounce } from './bounce.ts';

type Told = Omit<Bounce, 'address'> & { address: string | undefined };
type NoteServices = Pick<Services, 'db' | 'clock'>;

/**
 * Notes what came of a message after it had been sent, where it is one of ours and went to that address:
 * whoever forges a report must know the message's random name, and can say no more than that it did not
 * arrive. Told twice, it is noted once.
 * @returns whether it is new
 */
export async function noteBounce({ db, clock }: NoteServices, told: Told): Promise<boolean> {
  const [found] = await readAcrossOwners<{ business_id: string; id: string }>(
    db.orm,
    'returned messages',
    sql`select business_id, id from emails where message_id = ${told.messageId} limit 1`,
  );
  if (!found) return false;
  return withTransaction(db, async (tx) => {
    const named = await findEmail(tx, found.business_id, Number(found.id));
    const locked = await lockBoth(tx, named);
    // The name may have changed since: a receipt that is sent again is another message.
    if (!locked || locked.email.messageId !== told.messageId) return false;
    const address = matchRecipient(locked.email, told.address);
    // What has not gone out cannot have come back.
    if (address === undefined || locked.email.attempts === 0) return false;
    return note(tx, locked.email, { ...told, address }, clock.now());
  });
}

/** The one whom a report means; without a name, the only one there is. */
function matchRecipient(
  { toAddress, cc, bcc }: EmailRow,
  address: string | undefined,
): string | undefined {
  const all = [toAddress, ...cc, ...bcc];
  if (address === undefined) return all.length === 1 ? toAddress : undefined;
  return all.find((one) => isSameAddress(one, address));
}

const WEIGHT = { soft: 1, complaint: 2, hard: 3 } as const;

async function note(
  tx: Transaction,
  email: EmailRow,
  { kind, address, reason }: Bounce,
  now: Date,
): Promise<boolean> {
  const { businessId, id, bounce, bounceAddress, toAddress } = email;
  const isTold = bounce !== null && isSameAddress(bounceAddress ?? '', address);
  if (isTold && WEIGHT[bounce] >= WEIGHT[kind]) return false;
  if (kind === 'hard') await noteBouncedRecipient(tx, businessId, address, { reason, at: now });
  // What is known of the one whom it is for stands before what is told of a copy.
  if (bounce === null || isTold || isSameAddress(address, toAddress)) {
    const values = { bounce: kind, bounceAddress: address, bounceReason: reason, bouncedAt: now };
    await updateEmail(tx, businessId, id, { ...values, updatedAt: now });
  } else if (WEIGHT[kind] === WEIGHT.soft) {
    return false;
  }
  await tell(tx, email, { kind, address, reason }, now);
  return true;
}

const EVENTS = {
  hard: 'email.bounced',
  soft: 'email.delayed',
  complaint: 'email.complained',
} as const;

async function tell(
  tx: Transaction,
  email: EmailRow,
  { kind, address: to, reason }: Pick<Bounce, 'kind' | 'address' | 'reason'>,
  now: Date,
): Promise<void> {
  const { businessId, customerId } = email;
  await insertEmailEvent(tx, email, EVENTS[kind], { kind: email.kind, to, reason }, now);
  // Neither a statement nor a link has a history: its owner is told all the same.
  if (customerId === null || kind === 'soft') return;
  const what = kind === 'hard' ? ('bounced' as const) : ('complained' as const);
  const data = { what, to, reason, ...(email.kind === 'portal_link' ? { ofLink: true } : {}) };
  await notifyListeners(tx, [{ businessId, customerId, type: 'mail.told', data, createdAt: now }]);
}

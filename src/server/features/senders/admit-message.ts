import type { Transaction } from '../../db/database.ts';
import type { Services } from '../../platform/http/services.ts';
import { isAdmin } from '../accounts/index.ts';
import { findBusiness } from '../businesses/index.ts';
import {
  countMail,
  findRecipient,
  findSender,
  insertRecipient,
  listNewRecipients,
  lockSender,
} from './sender.store.ts';

export const DAY_MS = 24 * 60 * 60_000;

/** What is to become of a message whose turn it is. */
export type Admission =
  | { as: 'admitted' }
  /** Held: until then, or until somebody lets it go. The words are for the owner. */
  | { as: 'held'; waitsFor: 'new_recipients' | 'reinstatement'; until: Date | null; words: string }
  /** Its recipient takes nothing more from this owner. */
  | { as: 'refused'; words: string }
  /** An earlier message came back from there for good. */
  | { as: 'bounced' };

export const SUSPENDED_WORDS =
  'Waits: this account is suspended. The message is sent when the account is reinstated.';

const SUSPENDED: Admission = {
  as: 'held',
  waitsFor: 'reinstatement',
  until: null,
  words: SUSPENDED_WORDS,
};
const BLOCKED: Admission = {
  as: 'refused',
  words: 'This recipient has blocked messages from your business.',
};

/**
 * Whether a message may go to this address now, decided in the transaction that claims it and, for
 * an address that the owner has not written to before, under a lock of the owner's: however many
 * messages are claimed at once, on however many instances, no more than the limit are new in 24 hours.
 * An admitted recipient is known from then on.
 * @param leaves false where messages stay in the outbox: they reach nobody, and count for nothing
 */
export async function admitMessage(
  tx: Transaction,
  { env }: Pick<Services, 'env'>,
  { businessId, to, leaves, now }: { businessId: string; to: string; leaves: boolean; now: Date },
): Promise<Admission> {
  const business = await findBusiness(tx, businessId);
  if (!business || business.suspendedAt) return SUSPENDED;
  const known = await findRecipient(tx, businessId, to);
  if (known?.blockedAt) return BLOCKED;
  if (known?.bouncedAt) return { as: 'bounced' };
  if (!leaves || known?.firstMailedAt) return { as: 'admitted' };
  const { provenBy } = await lockSender(tx, businessId);
  // Another message to the same address may have been first.
  if ((await findRecipient(tx, businessId, to))?.firstMailedAt) return { as: 'admitted' };
  if (provenBy === null && !isAdmin(env, business.owner)) {
    const until = await nextNewRecipient(tx, businessId, env.newRecipientsPerDay, now);
    if (until) {
      const words = formatSendingLimit(env.newRecipientsPerDay);
      return { as: 'held', waitsFor: 'new_recipients', until, words };
    }
  }
  await insertRecipient(tx, businessId, to, now);
  await countMail(tx, businessId, 'newRecipients', now);
  return { as: 'admitted' };
}

/** When the owner may write to one more new address; undefined for now. */
export async function nextNewRecipient(
  db: Parameters<typeof listNewRecipients>[0],
  businessId: string,
  limit: number,
  now: Date,
): Promise<Date | undefined> {
  const recent = await listNewRecipients(db, businessId, new Date(now.getTime() - DAY_MS), limit);
  if (recent.length < limit) return undefined;
  return new Date((recent.at(-1) ?? now).getTime() + DAY_MS);
}

function formatSendingLimit(limit: number): string {
  const proof = 'until you have been paid online once or have verified a domain';
  return limit === 0
    ? `Waits: new accounts cannot email new recipients ${proof}.`
    : `Waits: new accounts can email ${limit} new ${limit === 1 ? 'recipient' : 'recipients'} a day, ${proof}.`;
}

/**
 * Whether the owner's own words may hold links: those of unproven accounts lead nowhere but to this
 * installation's pages. `isAdmin` may also bear the platform's name.
 */
export async function readTrust(
  db: Parameters<typeof findSender>[0],
  { env }: Pick<Services, 'env'>,
  businessId: string,
): Promise<{ isProven: boolean; isAdmin: boolean }> {
  const business = await findBusiness(db, businessId);
  const admin = business !== undefined && isAdmin(env, business.owner);
  return {
    isProven: admin || (await findSender(db, businessId))?.provenBy != null,
    isAdmin: admin,
  };
}

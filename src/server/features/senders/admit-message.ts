import type { Transaction } from '../../db/database.ts';
import type { Services } from '../../platform/http/services.ts';
import { findAccount, isAdmin } from '../accounts/index.ts';
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
  | { as: 'refused'; words: string };

export const SUSPENDED_WORDS =
  'Waits: this account is suspended. It goes out when the account is reinstated.';

const SUSPENDED: Admission = {
  as: 'held',
  waitsFor: 'reinstatement',
  until: null,
  words: SUSPENDED_WORDS,
};
const BLOCKED: Admission = {
  as: 'refused',
  words: 'The recipient has asked not to get messages from you any more.',
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
  { userId, to, leaves, now }: { userId: string; to: string; leaves: boolean; now: Date },
): Promise<Admission> {
  const account = await findAccount(tx, userId);
  if (!account || account.suspendedAt) return SUSPENDED;
  const known = await findRecipient(tx, userId, to);
  if (known?.blockedAt) return BLOCKED;
  if (!leaves || known?.firstMailedAt) return { as: 'admitted' };
  const { provenBy } = await lockSender(tx, userId);
  // Another message to the same address may have been first.
  if ((await findRecipient(tx, userId, to))?.firstMailedAt) return { as: 'admitted' };
  if (provenBy === null && !isAdmin(env, account)) {
    const until = await nextNewRecipient(tx, userId, env.newRecipientsPerDay, now);
    if (until) {
      const words = limitWords(env.newRecipientsPerDay);
      return { as: 'held', waitsFor: 'new_recipients', until, words };
    }
  }
  await insertRecipient(tx, userId, to, now);
  await countMail(tx, userId, 'newRecipients', now);
  return { as: 'admitted' };
}

/** When the owner may write to one more new address; undefined for now. */
export async function nextNewRecipient(
  db: Parameters<typeof listNewRecipients>[0],
  userId: string,
  limit: number,
  now: Date,
): Promise<Date | undefined> {
  const recent = await listNewRecipients(db, userId, new Date(now.getTime() - DAY_MS), limit);
  if (recent.length < limit) return undefined;
  return new Date((recent.at(-1) ?? now).getTime() + DAY_MS);
}

function limitWords(limit: number): string {
  const proof = 'until you have been paid online once or have verified a domain';
  return limit === 0
    ? `Waits: new accounts write to no new recipients ${proof}.`
    : `Waits: new accounts write to ${limit} new ${limit === 1 ? 'recipient' : 'recipients'} a day, ${proof}.`;
}

/**
 * Whether the owner's own words may hold links: those of unproven accounts lead nowhere but to this
 * installation's pages. `isAdmin` may also bear the platform's name.
 */
export async function readTrust(
  db: Parameters<typeof findSender>[0],
  { env }: Pick<Services, 'env'>,
  userId: string,
): Promise<{ isProven: boolean; isAdmin: boolean }> {
  const account = await findAccount(db, userId);
  const admin = account !== undefined && isAdmin(env, account);
  return { isProven: admin || (await findSender(db, userId))?.provenBy != null, isAdmin: admin };
}

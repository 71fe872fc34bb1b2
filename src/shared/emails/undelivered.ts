import type * as z from 'zod';
import { addressKey } from '../contract/email-address.ts';
import type { Email, undeliveredSchema } from './message.contract.ts';

/** A message that reached nobody, or may not have: it stayed in the outbox, could not be delivered, or is scheduled. */
export type Undelivered = z.output<typeof undeliveredSchema>;

/** What of a message tells whether it reached somebody. */
export type Delivery = Pick<
  Email,
  | 'kind'
  | 'to'
  | 'status'
  | 'keptInOutbox'
  | 'withdrawn'
  | 'withdrawnByOwner'
  | 'withheld'
  | 'mayHaveArrived'
  | 'waitsFor'
  | 'nextAttemptAt'
> & { bounce: Pick<NonNullable<Email['bounce']>, 'kind' | 'address'> | null };

/** Addresses are the same however they are written. */
export const isSameAddress = (one: string, other: string): boolean =>
  addressKey(one) === addressKey(other);

/** Whether the newest message about a document reached nobody; null when it did, or may still. */
export function findUndelivered(newest: Delivery | null | undefined): Undelivered | null {
  if (!newest) return null;
  const { kind, to, status, keptInOutbox, withdrawn, withdrawnByOwner, withheld, bounce } = newest;
  const { mayHaveArrived, waitsFor, nextAttemptAt } = newest;
  if (status === 'queued' && waitsFor === 'schedule' && nextAttemptAt !== null) {
    return { kind, to, how: 'scheduled', at: new Date(nextAttemptAt).toISOString() };
  }
  if (keptInOutbox) return { kind, to, how: 'outbox' };
  if (withdrawnByOwner) return { kind, to, how: 'withdrawn' };
  if (withheld) return { kind, to, how: 'withheld' };
  // Of somebody who read it besides, the message's own page tells.
  if (bounce?.kind === 'hard' && isSameAddress(bounce.address, to)) {
    return { kind, to, how: 'bounced' };
  }
  if (status !== 'failed' || withdrawn) return null;
  return { kind, to, how: mayHaveArrived ? 'unsure' : 'failed' };
}

/**
 * The message that says how a document stands: its newest, but for those that its owner took back
 * after another, which changed nothing.
 * @param emails newest first
 */
export const findDecisive = <T extends Delivery>(emails: readonly T[]): T | undefined =>
  emails.find(({ withdrawnByOwner }) => !withdrawnByOwner) ?? emails[0];

/** Whether a message that was to bring a document was taken back by its owner, or left unsent. */
const isHeldBack = ({ kind, withdrawnByOwner, withheld }: Delivery): boolean =>
  withdrawnByOwner || (withheld && BRINGS.has(kind));
const BRINGS: ReadonlySet<Delivery['kind']> = new Set(['invoice', 'estimate', 'credit_note']);

/**
 * The message that brought a document, or may still, before the newest was taken back by its owner, or
 * left unsent.
 * @param emails newest first
 */
export function findEarlier<T extends Delivery>([newest, ...others]: readonly T[]): T | undefined {
  if (!newest || !isHeldBack(newest)) return undefined;
  return others.find(
    ({ kind, status, mayHaveArrived }) =>
      (status !== 'failed' || mayHaveArrived) && kind !== 'receipt' && kind !== 'refund',
  );
}

interface Mailed {
  status: string;
  /** Newest first, as its history. */
  emails: readonly (Delivery & Pick<Email, 'createdAt'>)[];
  history: readonly { type: string; createdAt: string }[];
}

/**
 * Whether a document counts as sent although nothing went out: its owner took the message back, or it
 * was left unsent, there was none before, and nobody has said since that it was handed over.
 */
export function isNotEmailed({ status, emails, history }: Mailed): boolean {
  const [newest] = emails;
  if (!newest || !isHeldBack(newest) || findEarlier(emails)) return false;
  if (status !== 'sent' && status !== 'overdue') return false;
  return !history.some(
    ({ type, createdAt }) => type.endsWith('.sent') && createdAt > newest.createdAt,
  );
}

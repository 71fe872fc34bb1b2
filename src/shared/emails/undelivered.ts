import type * as z from 'zod';
import type { Email, undeliveredSchema } from './message.contract.ts';

/** A message that reached nobody: it stayed in the outbox, or could not be delivered. */
export type Undelivered = z.output<typeof undeliveredSchema>;

/** What of a message tells whether it reached somebody. */
export type Delivery = Pick<
  Email,
  'kind' | 'to' | 'status' | 'keptInOutbox' | 'withdrawn' | 'withdrawnByOwner'
>;

/** Whether the newest message about a document reached nobody; null when it did, or may still. */
export function findUndelivered(newest: Delivery | null | undefined): Undelivered | null {
  if (!newest) return null;
  const { kind, to, status, keptInOutbox, withdrawn, withdrawnByOwner } = newest;
  if (keptInOutbox) return { kind, to, how: 'outbox' };
  if (withdrawnByOwner) return { kind, to, how: 'withdrawn' };
  return status === 'failed' && !withdrawn ? { kind, to, how: 'failed' } : null;
}

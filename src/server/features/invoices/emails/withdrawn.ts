import type { Email } from '../../../../shared/invoices/invoice.contract.ts';

/** Why a message is not to go out any more although nothing went wrong, in words for the owner. */
export const WITHDRAWN = {
  paid: 'The invoice was paid before.',
  deleted: 'The invoice was deleted before.',
  moved: 'The invoice was given to another customer before.',
  refunded: 'The payment was given back before.',
} as const;
export type WithdrawnReason = (typeof WITHDRAWN)[keyof typeof WITHDRAWN];

const REASONS: ReadonlySet<string> = new Set(Object.values(WITHDRAWN));

/** Whether a message was taken back: its reason is one of those above, which no server writes. */
export function isWithdrawn({ status, lastError }: Pick<Email, 'status' | 'lastError'>): boolean {
  return status === 'failed' && lastError !== null && REASONS.has(lastError);
}

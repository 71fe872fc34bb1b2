/** Why a message is not to go out any more although nothing went wrong. */
export type WithdrawnReason = 'paid' | 'deleted' | 'moved' | 'refunded' | 'closed';

/** The same in words for the owner. */
export function formatWithdrawal(reason: WithdrawnReason, of: 'invoice' | 'estimate'): string {
  return {
    paid: 'The invoice was paid before.',
    deleted: `The ${of} was deleted before.`,
    moved: `The ${of} was given to another customer before.`,
    refunded: 'The payment was given back before.',
    closed: 'The estimate was accepted, rejected or expired before.',
  }[reason];
}

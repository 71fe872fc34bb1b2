/** Why a message is not to go out any more although nothing went wrong, in words for the owner. */
export const WITHDRAWN = {
  paid: 'The invoice was paid before.',
  deleted: 'The invoice was deleted before.',
  moved: 'The invoice was given to another customer before.',
  refunded: 'The payment was given back before.',
} as const;
export type WithdrawnReason = keyof typeof WITHDRAWN;

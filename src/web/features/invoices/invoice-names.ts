/** Why nothing that has to do with money is offered for a draft. */
export const DRAFT_IS_NOT_PAID = 'A draft cannot be paid. Mark it as sent first.';

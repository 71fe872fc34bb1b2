/** Why a draft has no payment link. */
export const DRAFT_HAS_NO_LINK = 'A draft cannot be paid. Mark it as sent first.';

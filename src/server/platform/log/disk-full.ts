/** The system's words for a full disk and a used up quota, and PostgreSQL's (53100). */
const CODES_OF_NO_ROOM = /^(ENOSPC|EDQUOT|53100)$/;
/** As the embedded database tells why it stopped: by then a code is lost. */
const WORDS_OF_NO_ROOM = /No space left on device|Disk quota exceeded|\b(ENOSPC|EDQUOT)\b/i;

/** What whoever runs the server does about it. */
export const NO_ROOM_ADVICE =
  'Make room on the disk, then start Remit again. What was saved is whole; nothing needs repair.';

/** Whether an error, or one behind it, says by its code that a disk or a quota is used up. */
export function hasNoRoom(error: unknown): boolean {
  for (let at = error, depth = 0; at instanceof Error && depth < 8; at = at.cause, depth += 1) {
    if ('code' in at && typeof at.code === 'string' && CODES_OF_NO_ROOM.test(at.code)) return true;
  }
  return false;
}

/** The same by its words; not for errors that may quote what somebody has typed. */
export function tellsOfNoRoom(error: Error): boolean {
  return hasNoRoom(error) || WORDS_OF_NO_ROOM.test(error.message);
}

import { statfsSync } from 'node:fs';

/** The system's words for a full disk and a used up quota, and PostgreSQL's (53100). */
const CODES_OF_NO_ROOM = /^(ENOSPC|EDQUOT|53100)$/;
/** As the embedded database tells why it stopped: by then a code is lost. */
const WORDS_OF_NO_ROOM = /No space left on device|Disk quota exceeded|\b(ENOSPC|EDQUOT)\b/i;
/** PostgreSQL goes on only with room for its next log segment of 16 MB. */
const NEEDED_BYTES = 17 * 2 ** 20;

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

/**
 * The failure of the embedded database with the code ENOSPC where its disk is full, by its words or
 * by what is left there: an engine that ran out of room ends in ways that do not speak of it. Not for
 * errors that may quote what somebody has typed.
 */
export function asFullDisk(error: Error, folder: string): Error {
  if (hasNoRoom(error) || !(WORDS_OF_NO_ROOM.test(error.message) || isFull(folder))) return error;
  return Object.assign(new Error(error.message, { cause: error }), { code: 'ENOSPC' });
}

function isFull(folder: string): boolean {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize < NEEDED_BYTES;
  } catch {
    return false;
  }
}

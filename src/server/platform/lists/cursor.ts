import type { SQL } from 'drizzle-orm';
import { sql } from 'drizzle-orm';
import { parseCalendarDate } from '../../../shared/dates/calendar-date.ts';
import { AppError } from '../../../shared/errors/app-error.ts';
import { fold } from '../../../shared/search/fold.ts';

/**
 * A place in a list, for reading on from it by its index (keyset): the sort key and the id of the
 * last record that was read. Opaque to clients.
 */
export interface Cursor {
  key: string;
  id: number;
}

export function encodeCursor({ key, id }: Cursor): string {
  return Buffer.from(JSON.stringify([key, id])).toString('base64url');
}

/** @throws AppError BAD_REQUEST for anything that encodeCursor did not make. */
export function decodeCursor(text: string): Cursor {
  try {
    const [key, id] = JSON.parse(Buffer.from(text, 'base64url').toString()) as unknown[];
    if (typeof key === 'string' && !key.includes('\0') && Number.isSafeInteger(id)) {
      return { key, id: id as number };
    }
  } catch {
    // Answered below like any other cursor that is not ours.
  }
  throw new AppError('BAD_REQUEST', 'cursor is not one that a list has given');
}

/** A cursor whose key is a calendar date, as in lists ordered by it. */
export function decodeDateCursor(text: string): Cursor {
  const cursor = decodeCursor(text);
  if (parseCalendarDate(cursor.key) !== cursor.key) {
    throw new AppError('BAD_REQUEST', 'cursor is not one that a list has given');
  }
  return cursor;
}

/** A page of `limit` from `limit + 1` rows: what is shown, and where to read on. */
export function pageOf<T>(
  rows: T[],
  limit: number | undefined,
  cursorOf: (row: T) => Cursor,
): { rows: T[]; next: string | undefined } {
  if (limit === undefined || rows.length <= limit) return { rows, next: undefined };
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  return { rows: shown, next: last && encodeCursor(cursorOf(last)) };
}

/** An answer of a list in the contract's shape. */
export function listAnswerOf<T>(body: T[], next: string | undefined) {
  return { headers: next ? { 'x-next-cursor': next } : {}, body };
}

/**
 * `search_text` contains the words typed, each anywhere; served by the trigram index. Undefined
 * when nothing was typed.
 */
export function searchCondition(column: SQL, search: string | undefined): SQL | undefined {
  const words = fold(search)
    .split(' ')
    .filter((word) => word !== '')
    .slice(0, 8);
  if (words.length === 0) return undefined;
  const contains = words.map(
    (word) => sql`${column} like ${`%${word.replace(/[\\%_]/g, '\\$&')}%`}`,
  );
  return sql.join(contains, sql` and `);
}

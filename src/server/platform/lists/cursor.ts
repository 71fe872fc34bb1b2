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
  /** How the list is sorted, where that is not as usual: the place means nothing in another order. */
  sort?: string | undefined;
}

/** How many rows the product's own lists ask for: statements of such pages are planned once a connection. */
export const USUAL_PAGE = 50;

/** A place in a list of accounts, whose ids are UUIDs, ordered by an instant. */
export interface InstantCursor {
  /** As `Date.toISOString` writes it. */
  key: string;
  id: string;
}

export function encodeCursor(cursor: Cursor | InstantCursor): string {
  const sort = 'sort' in cursor && cursor.sort !== undefined ? [cursor.sort] : [];
  return Buffer.from(JSON.stringify([cursor.key, cursor.id, ...sort])).toString('base64url');
}

/**
 * Of a list that can be sorted in several ways.
 * @param sort the cursor's, undefined for the usual one
 * @param isKey whether a text can be a key of that sort
 * @throws AppError BAD_REQUEST for anything that encodeCursor did not make for this sort
 */
export function decodeSortedCursor(
  text: string,
  sort: string | undefined,
  isKey: (key: string) => boolean,
): Cursor {
  const [key, id, mark, ...more] = parts(text);
  const isOurs =
    typeof key === 'string' &&
    !key.includes('\0') &&
    Number.isSafeInteger(id) &&
    mark === sort &&
    more.length === 0;
  if (isOurs && isKey(key)) return { key, id: id as number };
  throw notOurs();
}

/** @throws AppError BAD_REQUEST for anything that encodeCursor did not make. */
export const decodeCursor = (text: string): Cursor =>
  decodeSortedCursor(text, undefined, () => true);

/** A cursor whose key is a calendar date, as in lists ordered by it. */
export const decodeDateCursor = (text: string): Cursor =>
  decodeSortedCursor(text, undefined, isDateKey);

export const isDateKey = (key: string): boolean => parseCalendarDate(key) === key;

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** @throws AppError BAD_REQUEST for anything that encodeCursor did not make of an InstantCursor. */
export function decodeInstantCursor(text: string): InstantCursor {
  const [key, id] = parts(text);
  if (typeof key === 'string' && isInstant(key) && typeof id === 'string' && UUID.test(id)) {
    return { key, id };
  }
  throw notOurs();
}

/** As `toISOString` writes it, and in a year that the database has. */
function isInstant(text: string): boolean {
  const time = Date.parse(text);
  return !Number.isNaN(time) && new Date(time).toISOString() === text && text >= '1900';
}

function parts(text: string): unknown[] {
  try {
    const parsed: unknown = JSON.parse(Buffer.from(text, 'base64url').toString());
    return Array.isArray(parsed) ? parsed : [];
  } catch {
    return [];
  }
}

const notOurs = () => new AppError('BAD_REQUEST', 'cursor is not one that a list has given');

/** What a list shows, and where to read on. */
export interface Page<Row> {
  rows: Row[];
  next: string | undefined;
}

/** A page of `limit` from `limit + 1` rows: what is shown, and where to read on. */
export function cutPage<T>(
  rows: T[],
  limit: number | undefined,
  toCursor: (row: T) => Cursor | InstantCursor,
): Page<T> {
  if (limit === undefined || rows.length <= limit) return { rows, next: undefined };
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  return { rows: shown, next: last && encodeCursor(toCursor(last)) };
}

/** An answer of a list in the contract's shape. */
export function toListAnswer<T>(body: T[], next: string | undefined) {
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

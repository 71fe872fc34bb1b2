/** How a list that can be sorted in several ways is cut into pages, each read from an index. */
import type { SQL } from 'drizzle-orm';
import { sql } from 'drizzle-orm';
import { isCurrency } from '../../../shared/money/currencies.ts';
import type { Queryable } from '../../db/database.ts';
import type { Cursor } from './cursor.ts';
import { decodeSortedCursor, isDateKey } from './cursor.ts';

/** What a list is sorted by; an index has it, with the id behind it. */
export type SortKey<Row> =
  | { by: 'day'; day: SQL; read: (row: Row) => string | undefined }
  /** Within each currency, the business's own before the others: of two of them, none is more. */
  | {
      by: 'amount';
      amount: SQL;
      currency: SQL;
      own: string;
      read: (row: Row) => { currency: string; amount: string };
    }
  /** Within a word the newest first, or the oldest where the words are read backwards. */
  | { by: 'word'; word: SQL; day: SQL; read: (row: Row) => { word: string; day: string } };

/** How a page is cut from all that is found. */
export interface Order<Row> {
  /** Conditions that share it out, each looked for by itself so that it finds its index. */
  parts: SQL[];
  /** The order within a part, which an index has: it is read until the page is full. */
  within: SQL;
  /** The same in terms that no index has: what matches is found by what it matches, and sorted. */
  ofFew: SQL;
  whole: SQL;
  toCursor: (row: Row) => Cursor;
}

interface Asked<Row> {
  key: SortKey<Row>;
  id: SQL;
  /** The name of the sort, with a minus where the greatest comes first. */
  sort: string;
  /** Its cursors do not name it: they are as before there were others. */
  usual: string;
  cursor: string | undefined;
}

/**
 * The order that a sort asks for, and by number what is alike in it, from a cursor on.
 * @throws AppError BAD_REQUEST for a cursor of another sort
 */
export function planOrder<Row extends { id: string | number }>(asked: Asked<Row>): Order<Row> {
  const { key, id, sort, usual, cursor } = asked;
  const mark = sort === usual ? undefined : sort;
  const place: Place = {
    id,
    ...(sort.startsWith('-')
      ? { isReversed: true, up: sql`desc`, down: sql`asc`, above: sql`<`, below: sql`>` }
      : { isReversed: false, up: sql`asc`, down: sql`desc`, above: sql`>`, below: sql`<` }),
    readAfter: (isKey) =>
      cursor === undefined ? undefined : decodeSortedCursor(cursor, mark, isKey),
  };
  const { read, ...order } = planKey(key, place);
  return {
    ...order,
    toCursor: (row) => ({ key: read(row), id: Number(row.id), sort: mark }),
  };
}

/** Where a page begins, and the words of its direction. */
interface Place {
  id: SQL;
  isReversed: boolean;
  up: SQL;
  down: SQL;
  above: SQL;
  below: SQL;
  readAfter: (isKey: (key: string) => boolean) => Cursor | undefined;
}

type Planned<Row> = Omit<Order<Row>, 'toCursor'> & { read: (row: Row) => string };

function planKey<Row>(key: SortKey<Row>, place: Place): Planned<Row> {
  switch (key.by) {
    case 'day':
      return orderByDay(key, place);
    case 'amount':
      return orderByAmount(key, place);
    default:
      return orderByWord(key, place);
  }
}

type KeyBy<Row, By extends SortKey<Row>['by']> = Extract<SortKey<Row>, { by: By }>;

function orderByDay<Row>({ day, read }: KeyBy<Row, 'day'>, place: Place): Planned<Row> {
  const { id, up, above } = place;
  const after = place.readAfter(isDateKey);
  const order = sql`${day} ${up}, ${id} ${up}`;
  return {
    parts: [
      after ? sql`(${day}, ${id}) ${above} (${after.key}::date, ${after.id}::bigint)` : sql`true`,
    ],
    within: order,
    ofFew: sql`${day} + 0 ${up}, ${id} ${up}`,
    whole: order,
    read: (row) => read(row) ?? '',
  };
}

function orderByAmount<Row>(key: KeyBy<Row, 'amount'>, place: Place): Planned<Row> {
  const { amount, currency, own } = key;
  const { id, up, above, isReversed } = place;
  const after = place.readAfter(isMoneyKey);
  const [inOwn, ...inOthers] = [
    sql`${currency} = ${own}`,
    isReversed ? sql`${currency} > ${own}` : sql`${currency} < ${own}`,
    isReversed ? sql`${currency} < ${own}` : sql`${currency} > ${own}`,
  ];
  const partsAfter = ({ key: last, id: lastId }: Cursor): SQL[] => {
    const [code = '', value] = last.split(' ');
    if (code === own) {
      const rest = sql`(${amount}, ${id}) ${above} (${value}::numeric, ${lastId}::bigint)`;
      return [sql`${inOwn} and ${rest}`, ...inOthers];
    }
    const rest = sql`(${currency}, ${amount}, ${id})
      ${above} (${code}::char(3), ${value}::numeric, ${lastId}::bigint)`;
    // In the last part all is beyond the business's currency: a second bound would be the one that is used.
    return code < own === isReversed ? [rest] : [sql`${inOthers[0]} and ${rest}`, inOthers[1]];
  };
  const rows = sql`${amount} ${up}, ${id} ${up}`;
  const within = sql`${currency} ${up}, ${rows}`;
  return {
    parts: after ? partsAfter(after) : [inOwn, ...inOthers],
    within,
    ofFew: sql`${currency} || '' ${up}, ${rows}`,
    whole: sql`${currency} <> ${own}, ${within}`,
    read: (row) => {
      const { currency: code, amount: value } = key.read(row);
      return `${code} ${value}`;
    },
  };
}

/** 'USD 107.00' */
function isMoneyKey(key: string): boolean {
  const [currency = '', amount = '', ...more] = key.split(' ');
  return more.length === 0 && isCurrency(currency) && /^\d{1,15}(?:\.\d{1,6})?$/.test(amount);
}

function orderByWord<Row>({ word, day, read }: KeyBy<Row, 'word'>, place: Place): Planned<Row> {
  const { id, up, down, above, below } = place;
  const after = place.readAfter(isWordKey);
  const rows = sql`${day} ${down}, ${id} ${down}`;
  const within = sql`${word} ${up}, ${rows}`;
  const partsAfter = ({ key, id: lastId }: Cursor): SQL[] => {
    const [lastDay, last] = splitWordKey(key);
    const rest = sql`(${day}, ${id}) ${below} (${lastDay}::date, ${lastId}::bigint)`;
    return [sql`${word} = ${last} and ${rest}`, sql`${word} ${above} ${last}`];
  };
  return {
    parts: after ? partsAfter(after) : [sql`true`],
    within,
    ofFew: sql`${word} || '' ${up}, ${rows}`,
    whole: within,
    read: (row) => {
      const { word: of, day: on } = read(row);
      return `${on} ${of}`;
    },
  };
}

/** '2026-11-20 Travel' */
const splitWordKey = (key: string): [day: string, word: string] => [
  key.slice(0, 10),
  key.slice(11),
];
function isWordKey(key: string): boolean {
  const [day, word] = splitWordKey(key);
  return isDateKey(day) && key[10] === ' ' && word !== '';
}

/** Of which of some conditions fewer than `few` rows are found. @param table with the name that they use for it */
async function areFew(
  db: Queryable,
  table: SQL,
  found: readonly SQL[],
  few: number,
): Promise<boolean[]> {
  if (few === 0) return found.map(() => false);
  const most = sql.raw(String(few));
  const counts = found.map(
    (where) => sql`(select count(*)::int from (
      select 1 from ${table} where ${where} limit ${most}) as found)`,
  );
  const { rows } = await db.execute<{ counts: number[] }>(
    sql`select json_build_array(${sql.join(counts, sql`, `)}) as counts`,
  );
  return found.map((_, place) => (rows[0]?.counts[place] ?? 0) < few);
}

interface Cut<Row> {
  order: Order<Row>;
  table: SQL;
  /** What conditions and keys call it. */
  alias: SQL;
  /** What is found, each looked for by itself. */
  found: readonly SQL[];
  /** Undefined: the whole list. */
  limit: number | undefined;
  /** How many matches are so few that they are found by what they match, and sorted; 0: never. */
  few: number;
}

/**
 * The rows of a page and one more, as something to select from, under no name yet. It is cut before
 * any join: the planner cannot know that each row has one customer, expects few rows of the join, and
 * would otherwise read the owner's whole list to sort it.
 */
export async function selectPage<Row>(
  db: Queryable,
  { order, table, alias, found, limit, few }: Cut<Row>,
): Promise<SQL> {
  const named = sql`${table} ${alias}`;
  // A number in the text: planned for any number, a page would be a tenth of the list.
  const most = limit === undefined ? sql`` : sql`limit ${sql.raw(String(limit + 1))}`;
  const isFew = await areFew(db, named, found, limit === undefined ? 0 : few);
  const pages = found.flatMap((where, place) =>
    order.parts.map(
      (part) => sql`(
      select * from ${named} where ${where} and ${part}
      order by ${isFew[place] ? order.ofFew : order.within} ${most})`,
    ),
  );
  const [one, ...others] = pages;
  return one && others.length === 0
    ? one
    : sql`(select * from (${sql.join(pages, sql` union all `)}) ${alias} order by ${order.whole} ${most})`;
}

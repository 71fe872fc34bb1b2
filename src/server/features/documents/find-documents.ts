/** What a filter finds of the documents of an owner, and in which order. Statements call a document `d`. */
import type { SQL } from 'drizzle-orm';
import { sql } from 'drizzle-orm';
import type { DocumentSort } from '../../../shared/lists/document-sorts.ts';
import { USUAL_SORT } from '../../../shared/lists/document-sorts.ts';
import type { DocumentFilter } from '../../../shared/lists/list-query.ts';
import { isCurrency } from '../../../shared/money/currencies.ts';
import type { Queryable } from '../../db/database.ts';
import { amountCondition } from '../../platform/lists/amount-condition.ts';
import type { Cursor } from '../../platform/lists/cursor.ts';
import { decodeSortedCursor, isDateKey, searchCondition } from '../../platform/lists/cursor.ts';
import { findCustomerGroup, matchesAny } from '../customers/index.ts';
import { readBusinessCurrency } from '../profile/index.ts';

/** Whether anything but a status narrows a list. */
export const isNarrowed = ({ status: _status, ...filter }: DocumentFilter): boolean =>
  Object.values(filter).some((value) => value !== undefined && value !== '');

/** What live documents must meet to be found, their status aside. */
export async function findConditions(
  db: Queryable,
  businessId: string,
  { search, customerId, from, to, minTotal, maxTotal, currency }: DocumentFilter,
): Promise<SQL[]> {
  const conditions = [sql`d.business_id = ${businessId}`, sql`d.deleted_at is null`];
  const found = searchDocuments(search);
  if (found) conditions.push(found);
  if (customerId !== undefined) {
    const group = await findCustomerGroup(db, businessId, customerId);
    conditions.push(matchesAny(sql`d.customer_id`, group));
  }
  if (from !== undefined) conditions.push(sql`d.issue_date >= ${from}::date`);
  if (to !== undefined) conditions.push(sql`d.issue_date <= ${to}::date`);
  if (minTotal !== undefined) conditions.push(sql`d.total >= ${minTotal}::numeric`);
  if (maxTotal !== undefined) conditions.push(sql`d.total <= ${maxTotal}::numeric`);
  if ((currency ?? minTotal ?? maxTotal) !== undefined) {
    const asked = currency ?? (await readBusinessCurrency(db, businessId));
    conditions.push(sql`d.currency = ${asked}`);
  }
  return conditions;
}

/** The number and the customer contain each word; or the search is an amount, and the total is that. */
function searchDocuments(search: string | undefined): SQL | undefined {
  const found = searchCondition(sql`d.search_text`, search);
  const amount = amountCondition({ amount: sql`d.total`, currency: sql`d.currency` }, search);
  return found && amount ? sql`(${found} or ${amount})` : found;
}

/** Read and sorted within some hundredths of a second; where days narrow what is sorted by another day, in a tenth. */
const FEW = { usually: 10_000, byOtherDay: 50_000 };

/**
 * How many documents are few for a sort under a filter: so few that they are better found by what they
 * match, and sorted, than by reading the index of the order until a page is full. The planner cannot
 * tell: it guesses by what is in the table for all owners, and takes it that due dates have nothing to
 * do with the days of issue. By such a guess it reads an owner's whole list for a page.
 * @returns 0 where the index of the order has all that the filter asks for
 */
export function countFew(sort: DocumentSort = USUAL_SORT, filter: DocumentFilter): number {
  const { from, to, customerId, minTotal, maxTotal, currency, status = 'all' } = filter;
  const isAsked = (...values: unknown[]) => values.some((value) => value !== undefined);
  const amounts = isAsked(minTotal, maxTotal, currency);
  const days = isAsked(from, to);
  const others = isAsked(customerId, status === 'all' ? undefined : status);
  if (sort === 'issueDate' || sort === '-issueDate') return amounts ? FEW.usually : 0;
  if (sort === 'total' || sort === '-total') return days || others ? FEW.usually : 0;
  if (days) return FEW.byOtherDay;
  return amounts || others ? FEW.usually : 0;
}

/** Of which of some conditions fewer than `few` documents are found. */
export async function areFew(
  db: Queryable,
  table: SQL,
  found: readonly SQL[],
  few: number,
): Promise<boolean[]> {
  if (few === 0) return found.map(() => false);
  const most = sql.raw(String(few));
  const counts = found.map(
    (where) => sql`(select count(*)::int from (
      select 1 from ${table} d where ${where} limit ${most}) as found)`,
  );
  const { rows } = await db.execute<{ counts: number[] }>(
    sql`select json_build_array(${sql.join(counts, sql`, `)}) as counts`,
  );
  return found.map((_, place) => (rows[0]?.counts[place] ?? 0) < few);
}

interface Sorted {
  issueDate: string;
  currency: string;
  total: string;
  nextDueDate?: string;
  expiryDate?: string;
}

/** How a page is cut from all that is found. */
interface Order {
  /** Conditions that share it out, each looked for by itself so that it finds its index. */
  parts: SQL[];
  /** The order within a part, which an index has: it is read until the page is full. */
  within: SQL;
  /** The same in terms that no index has: what matches is found by what it matches, and sorted. */
  ofFew: SQL;
  whole: SQL;
  toCursor: (row: Sorted & { id: string }) => Cursor;
}

interface Asked {
  sort?: DocumentSort | undefined;
  cursor?: string | undefined;
}

/**
 * The order that a sort asks for, and by number what is alike in it, from a cursor on.
 * @throws AppError BAD_REQUEST for a cursor of another sort
 */
export function planOrder(db: Queryable, businessId: string, asked: Asked): Promise<Order> | Order {
  const { sort = USUAL_SORT, cursor } = asked;
  return sort === 'total' || sort === '-total'
    ? orderByTotal(db, businessId, sort, cursor)
    : orderByDay(sort, cursor);
}

const readDirection = (sort: DocumentSort) =>
  sort.startsWith('-') ? [sql`desc`, sql`<`] : [sql`asc`, sql`>`];

/** What a cursor says of its sort: nothing of the usual one, as before there were others. */
const markOf = (sort: DocumentSort) => (sort === USUAL_SORT ? undefined : sort);

const toCursor = (sort: DocumentSort, key: string, id: string): Cursor => ({
  key,
  id: Number(id),
  sort: markOf(sort),
});

const DAYS = {
  issueDate: sql`d.issue_date`,
  nextDueDate: sql`d.next_due_date`,
  expiryDate: sql`d.expiry_date`,
};

function orderByDay(sort: Exclude<DocumentSort, 'total' | '-total'>, cursor?: string): Order {
  const name = sort.replace('-', '') as keyof typeof DAYS;
  const day = DAYS[name];
  const [direction, beyond] = readDirection(sort);
  const after =
    cursor === undefined ? undefined : decodeSortedCursor(cursor, markOf(sort), isDateKey);
  const order = sql`${day} ${direction}, d.id ${direction}`;
  return {
    parts: [
      after ? sql`(${day}, d.id) ${beyond} (${after.key}::date, ${after.id}::bigint)` : sql`true`,
    ],
    within: order,
    ofFew: sql`${day} + 0 ${direction}, d.id ${direction}`,
    whole: order,
    toCursor: (row) => toCursor(sort, row[name] ?? '', row.id),
  };
}

/** Within each currency, the business's own before the others: of two of them, none is more. */
async function orderByTotal(
  db: Queryable,
  businessId: string,
  sort: 'total' | '-total',
  cursor?: string,
): Promise<Order> {
  const own = await readBusinessCurrency(db, businessId);
  const [direction, beyond] = readDirection(sort);
  const after =
    cursor === undefined ? undefined : decodeSortedCursor(cursor, markOf(sort), isMoneyKey);
  const ascends = sort === 'total';
  const [inOwn, ...inOthers] = [
    sql`d.currency = ${own}`,
    ascends ? sql`d.currency < ${own}` : sql`d.currency > ${own}`,
    ascends ? sql`d.currency > ${own}` : sql`d.currency < ${own}`,
  ];
  const partsAfter = ({ key, id }: Cursor): SQL[] => {
    const [currency = '', total] = key.split(' ');
    if (currency === own) {
      const rest = sql`(d.total, d.id) ${beyond} (${total}::numeric, ${id}::bigint)`;
      return [sql`${inOwn} and ${rest}`, ...inOthers];
    }
    const rest = sql`(d.currency, d.total, d.id)
      ${beyond} (${currency}::char(3), ${total}::numeric, ${id}::bigint)`;
    // In the last part all is beyond the business's currency: a second bound would be the one that is used.
    return currency < own === ascends ? [sql`${inOthers[0]} and ${rest}`, inOthers[1]] : [rest];
  };
  const amount = sql`d.total ${direction}, d.id ${direction}`;
  const within = sql`d.currency ${direction}, ${amount}`;
  return {
    parts: after ? partsAfter(after) : [inOwn, ...inOthers],
    within,
    ofFew: sql`d.currency || '' ${direction}, ${amount}`,
    whole: sql`d.currency <> ${own}, ${within}`,
    toCursor: (row) => toCursor(sort, `${row.currency} ${row.total}`, row.id),
  };
}

/** 'USD 107.00' */
function isMoneyKey(key: string): boolean {
  const [currency = '', total = '', ...more] = key.split(' ');
  return more.length === 0 && isCurrency(currency) && /^\d{1,15}(?:\.\d{1,6})?$/.test(total);
}

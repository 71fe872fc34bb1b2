/** What a filter finds of the documents of an owner, and in which order. Statements call a document `d`. */
import type { SQL } from 'drizzle-orm';
import { sql } from 'drizzle-orm';
import type { DocumentSort } from '../../../shared/lists/document-sorts.ts';
import { USUAL_SORT } from '../../../shared/lists/document-sorts.ts';
import type { DocumentFilter } from '../../../shared/lists/list-query.ts';
import { CURRENCIES, isCurrency } from '../../../shared/money/currencies.ts';
import { parseTyped, writeUsual } from '../../../shared/money/decimal.ts';
import type { Queryable } from '../../db/database.ts';
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

/** Every currency by name, so that an amount in any of them is found by the index of amounts. */
const ANY_CURRENCY = `{${CURRENCIES.join(',')}}`;
/** Of the currency that has most. */
const MONEY_PLACES = 3;

/** The number and the customer contain each word; or the search is an amount, and the total is that. */
function searchDocuments(search: string | undefined): SQL | undefined {
  const found = searchCondition(sql`d.search_text`, search);
  const amount = search === undefined ? undefined : parseTyped(search, MONEY_PLACES);
  if (!found || amount === undefined) return found;
  return sql`(${found} or (d.currency = any(${ANY_CURRENCY}::char(3)[])
    and d.total = ${writeUsual(amount, MONEY_PLACES)}::numeric))`;
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
  /** Conditions that share them out, each looked for by itself so that it finds its index; of a part no two overlap. */
  parts: SQL[];
  /** The order within a part, which is that of an index; and of all. */
  within: SQL;
  whole: SQL;
  toCursor: (row: Sorted & { id: string }) => Cursor;
}

const DATES = {
  issueDate: sql`d.issue_date`,
  nextDueDate: sql`d.next_due_date`,
  expiryDate: sql`d.expiry_date`,
};

/**
 * The order that a sort asks for, and by number what is alike in it, from a cursor on.
 * @throws AppError BAD_REQUEST for a cursor of another sort
 */
export async function planOrder(
  db: Queryable,
  businessId: string,
  { sort = USUAL_SORT, cursor }: { sort?: DocumentSort | undefined; cursor?: string | undefined },
): Promise<Order> {
  const [direction, beyond] = sort.startsWith('-') ? [sql`desc`, sql`<`] : [sql`asc`, sql`>`];
  // What was given before there were sorts is read on.
  const mark = sort === USUAL_SORT ? undefined : sort;
  const place = (key: string, id: string): Cursor => ({
    key,
    id: Number(id),
    ...(mark !== undefined && { sort: mark }),
  });
  if (sort !== 'total' && sort !== '-total') {
    const name = sort.replace('-', '') as keyof typeof DATES;
    const column = DATES[name];
    const after = cursor === undefined ? undefined : decodeSortedCursor(cursor, mark, isDateKey);
    const order = sql`${column} ${direction}, d.id ${direction}`;
    return {
      parts: [
        after
          ? sql`(${column}, d.id) ${beyond} (${after.key}::date, ${after.id}::bigint)`
          : sql`true`,
      ],
      within: order,
      whole: order,
      toCursor: (row) => place(row[name] ?? '', row.id),
    };
  }
  const own = await readBusinessCurrency(db, businessId);
  const after = cursor === undefined ? undefined : decodeSortedCursor(cursor, mark, isMoneyKey);
  const [currency, total] = after?.key.split(' ') ?? [];
  const rest = after
    ? sql`(d.currency, d.total, d.id)
        ${beyond} (${currency}::char(3), ${total}::numeric, ${after.id}::bigint)`
    : sql`true`;
  const isPastOwn = after !== undefined && currency !== own;
  const inOwn = isPastOwn ? [] : [sql`d.currency = ${own} and ${rest}`];
  const inOthers = [sql`d.currency < ${own}`, sql`d.currency > ${own}`].map((part) =>
    isPastOwn ? sql`${part} and ${rest}` : part,
  );
  const within = sql`d.currency ${direction}, d.total ${direction}, d.id ${direction}`;
  return {
    parts: [...inOwn, ...inOthers],
    within,
    whole: sql`d.currency <> ${own}, ${within}`,
    toCursor: (row) => place(`${row.currency} ${row.total}`, row.id),
  };
}

/** 'USD 107.00' */
function isMoneyKey(key: string): boolean {
  const [currency = '', total = '', ...more] = key.split(' ');
  return more.length === 0 && isCurrency(currency) && /^\d{1,15}(?:\.\d{1,6})?$/.test(total);
}

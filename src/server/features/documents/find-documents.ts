/** What a filter finds of the documents of an owner, and in which order. Statements call a document `d`. */
import type { SQL } from 'drizzle-orm';
import { sql } from 'drizzle-orm';
import type { DocumentFilter } from '../../../shared/lists/list-query.ts';
import type { DocumentSort } from '../../../shared/lists/list-sorts.ts';
import { USUAL_SORT } from '../../../shared/lists/list-sorts.ts';
import type { Queryable } from '../../db/database.ts';
import { amountCondition } from '../../platform/lists/amount-condition.ts';
import { searchCondition } from '../../platform/lists/cursor.ts';
import type { Order, SortKey } from '../../platform/lists/plan-order.ts';
import { planOrder } from '../../platform/lists/plan-order.ts';
import { findCustomerGroup, matchesAny } from '../customers/index.ts';
import { readBusinessCurrency } from '../profile/index.ts';

/** Whether anything but a status narrows a list. */
export const isNarrowed = ({ status: _status, ...filter }: DocumentFilter): boolean =>
  Object.values(filter).some((value) => value !== undefined && value !== '');

/**
 * What live documents must meet to be found, their status aside.
 * @param alsoFound documents that the search finds by what their kind alone has
 */
export async function findConditions(
  db: Queryable,
  businessId: string,
  { search, customerId, from, to, minTotal, maxTotal, currency }: DocumentFilter,
  alsoFound: readonly number[] = [],
): Promise<SQL[]> {
  const conditions = [sql`d.business_id = ${businessId}`, sql`d.deleted_at is null`];
  const found = searchDocuments(search, alsoFound);
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

/**
 * Number, customer and lines contain each word; or the search is an amount, and the total is that; or
 * the document was found by what stands elsewhere.
 */
function searchDocuments(search: string | undefined, ids: readonly number[]): SQL | undefined {
  const found = searchCondition(sql`d.search_text`, search);
  if (!found) return undefined;
  const amount = amountCondition({ amount: sql`d.total`, currency: sql`d.currency` }, search);
  const others = ids.length > 0 ? sql`d.id = any(${sql.param(ids)}::bigint[])` : undefined;
  const any = [found, amount, others].filter((one) => one !== undefined);
  return any.length === 1 ? found : sql`(${sql.join(any, sql` or `)})`;
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

/** What a row says of its place in any of the orders. */
interface Sorted {
  id: string;
  issueDate: string;
  currency: string;
  total: string;
  nextDueDate?: string;
  expiryDate?: string;
}

const DAYS = {
  issueDate: sql`d.issue_date`,
  nextDueDate: sql`d.next_due_date`,
  expiryDate: sql`d.expiry_date`,
};

interface Asked {
  sort?: DocumentSort | undefined;
  cursor?: string | undefined;
}

/** @throws AppError BAD_REQUEST for a cursor of another sort */
export async function planDocuments<Row extends Sorted>(
  db: Queryable,
  businessId: string,
  { sort = USUAL_SORT, cursor }: Asked,
): Promise<Order<Row>> {
  const key = await findSortKey(db, businessId, sort);
  return planOrder<Row>({ key, id: sql`d.id`, sort, usual: USUAL_SORT, cursor });
}

async function findSortKey(
  db: Queryable,
  businessId: string,
  sort: DocumentSort,
): Promise<SortKey<Sorted>> {
  if (sort === 'total' || sort === '-total') {
    const own = await readBusinessCurrency(db, businessId);
    const read = ({ currency, total }: Sorted) => ({ currency, amount: total });
    return { by: 'amount', amount: sql`d.total`, currency: sql`d.currency`, own, read };
  }
  const name = sort.replace('-', '') as keyof typeof DAYS;
  return { by: 'day', day: DAYS[name], read: (row) => row[name] };
}

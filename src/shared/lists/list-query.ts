/** Lists (decision 19): the whole list without parameters, a page of it with `limit`. */
import * as z from 'zod';
import {
  boundedText,
  currencyField,
  dateField,
  moneyFilter,
  recordNumber,
  wholeNumber,
} from '../contract/fields.ts';
import { scaleDecimal } from '../money/decimal.ts';
import type { DocumentSort } from './list-sorts.ts';
import { MAX_SEARCH } from './search-text.ts';

export const MAX_PAGE = 200;

/** What is searched for; `name` is the parameter's. */
export const searchText = (name: string) =>
  boundedText(MAX_SEARCH, { tooLong: `${name} must be at most ${MAX_SEARCH} characters` });

/** How many of a list are answered. */
export const pageLimit = (max = MAX_PAGE) =>
  wholeNumber(`limit must be a whole number from 1 to ${max}`, [1, max]);

const listFields = {
  limit: pageLimit().optional(),
  cursor: boundedText(300).optional(),
  search: searchText('search').optional(),
};

export const listQuery = z.object(listFields);

/** Only what is one customer's, and of those that were merged into it. */
export const customerFilter = recordNumber(
  'customerId must be the number of a customer',
).optional();

/** Of calls that count or sum what a list with the same search holds. */
export const searchQuery = listQuery.pick({ search: true });

/** One of some words; undefined where the call names none. */
export const oneOf = <const Values extends readonly [string, ...string[]]>(
  name: string,
  values: Values,
) => z.enum(values, { error: `${name} must be one of ${values.join(', ')}` }).optional();

/** Only what is dated from one day to another, both included. */
export const dayFilters = {
  from: dateField('from').optional(),
  to: dateField('to').optional(),
};

/** Of the currency that has most. */
const PLACES = 3;

interface Ranges {
  from?: string | undefined;
  to?: string | undefined;
  minTotal?: string | undefined;
  maxTotal?: string | undefined;
}

/** Nothing is in a range that ends before it begins: that is a slip, and no question. */
export function checkRanges(
  { from, to, minTotal, maxTotal }: Ranges,
  context: z.RefinementCtx,
): void {
  const refuse = (path: string, message: string) =>
    context.addIssue({ code: 'custom', path: [path], message });
  if (from !== undefined && to !== undefined && to < from) {
    refuse('to', 'to must not be before from');
  }
  if (minTotal === undefined || maxTotal === undefined) return;
  if (scaleDecimal(maxTotal, PLACES) < scaleDecimal(minTotal, PLACES)) {
    refuse('maxTotal', 'maxTotal must not be below minTotal');
  }
}

/** What narrows a list of documents and its sums, besides a status. */
const documentFilters = {
  search: listFields.search,
  customerId: customerFilter,
  ...dayFilters,
  minTotal: moneyFilter('minTotal').optional(),
  maxTotal: moneyFilter('maxTotal').optional(),
  /** Only documents in it; of amounts, the business's currency unless told. */
  currency: currencyField('currency').optional(),
};

const documentSummary = z.object(documentFilters);
export type DocumentFilter = z.output<typeof documentSummary> & { status?: string | undefined };

/** Of a list of documents; 'all' and no status mean the same. */
export const documentListQuery = <
  const Statuses extends readonly [string, ...string[]],
  const Sorts extends readonly [DocumentSort, ...DocumentSort[]],
>(
  statuses: Statuses,
  sorts: Sorts,
) =>
  z
    .object({
      ...listFields,
      ...documentFilters,
      status: oneOf('status', statuses),
      sort: oneOf('sort', sorts),
    })
    .superRefine(checkRanges);

/** Of counts and sums of what such a list holds, whatever its status. */
export const documentSummaryQuery = documentSummary.superRefine(checkRanges);

/** The same of one status, too. */
export const documentSummaryByStatus = <const Statuses extends readonly [string, ...string[]]>(
  statuses: Statuses,
) => z.object({ ...documentFilters, status: oneOf('status', statuses) }).superRefine(checkRanges);

/**
 * A list's answer: the records as the body, and the cursor of the next page in a header, so that
 * the body has one shape with and without parameters.
 */
export const listAnswer = <T extends z.ZodType>(record: T) =>
  z.object({
    headers: z.object({ 'x-next-cursor': z.string().optional() }).optional(),
    body: z.array(record),
  });

/** Lists (decision 19): the whole list without parameters, a page of it with `limit`. */
import * as z from 'zod';
import { boundedText } from '../contract/fields.ts';
import { MAX_SEARCH } from './search-text.ts';

export const MAX_PAGE = 200;

/** What is searched for; `name` is the parameter's. */
export const searchText = (name: string) =>
  boundedText(MAX_SEARCH, { tooLong: `${name} must be at most ${MAX_SEARCH} characters` });

const wholeNumber = (max: number, error: string) =>
  z.coerce.number({ error }).int({ error }).min(1, { error }).max(max, { error }).optional();

const listFields = {
  limit: wholeNumber(MAX_PAGE, `limit must be a whole number from 1 to ${MAX_PAGE}`),
  cursor: boundedText(300).optional(),
  search: searchText('search').optional(),
};

export const listQuery = z.object(listFields);

/** Only what is one customer's, and of those that were merged into it. */
export const customerFilter = wholeNumber(
  Number.MAX_SAFE_INTEGER,
  'customerId must be the number of a customer',
);

/** Of calls that count or sum what a list with the same search holds. */
export const searchQuery = listQuery.pick({ search: true });

/** A list query with a status filter; 'all' and nothing mean the same. */
export const listQueryByStatus = <const S extends readonly [string, ...string[]]>(statuses: S) =>
  z.object({
    ...listFields,
    status: z.enum(statuses, { error: `status must be one of ${statuses.join(', ')}` }).optional(),
  });

/**
 * A list's answer: the records as the body, and the cursor of the next page in a header, so that
 * the body has one shape with and without parameters.
 */
export const listAnswer = <T extends z.ZodType>(record: T) =>
  z.object({
    headers: z.object({ 'x-next-cursor': z.string().optional() }).optional(),
    body: z.array(record),
  });

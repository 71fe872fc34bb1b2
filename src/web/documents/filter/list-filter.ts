/** What narrows and sorts a list: as it stands in the address, under the names that calls take, and in words. */
import { isBusinessDate } from '../../../shared/dates/business-dates.ts';
import type { CalendarDate } from '../../../shared/dates/calendar-date.ts';
import { formatDate, parseCalendarDate } from '../../../shared/dates/calendar-date.ts';
import type { PeriodName } from '../../../shared/dates/named-periods.ts';
import { PERIODS, resolveWholePeriod } from '../../../shared/dates/named-periods.ts';
import type { KindName } from '../../../shared/documents/document-content.ts';
import type { ExpenseCategory } from '../../../shared/expenses/expense-categories.ts';
import type { ListSort, SortOf } from '../../../shared/lists/list-sorts.ts';
import { DOCUMENT_SORTS } from '../../../shared/lists/list-sorts.ts';
import { isCurrency } from '../../../shared/money/currencies.ts';
import { formatMoney, readMoney } from '../../../shared/money/money.ts';
import { parseId } from '../../lib/preload.ts';

/** What a list can be narrowed and sorted by, besides a customer and days. */
export interface FilterFields<Sort extends ListSort = ListSort> {
  /** What its days are: 'Date issued'. */
  days: string;
  amounts?: boolean;
  categories?: readonly ExpenseCategory[];
  /** The usual one first. */
  sorts?: readonly Sort[];
}

export interface ListFilter<Sort extends ListSort = ListSort> {
  customerId?: number;
  category?: ExpenseCategory;
  from?: CalendarDate;
  to?: CalendarDate;
  minTotal?: string;
  maxTotal?: string;
  /** Of amounts, where that is not the business's. */
  currency?: string;
  /** None where it is the usual one. */
  sort?: Sort;
}

const NAMES = [
  'customerId',
  'category',
  'from',
  'to',
  'minTotal',
  'maxTotal',
  'currency',
  'sort',
] as const satisfies readonly (keyof ListFilter)[];

export const DOCUMENT_FILTERS: { [K in KindName]: FilterFields<SortOf<K>> } = {
  invoice: { days: 'Date issued', amounts: true, sorts: DOCUMENT_SORTS.invoice },
  estimate: { days: 'Date issued', amounts: true, sorts: DOCUMENT_SORTS.estimate },
  credit_note: { days: 'Date issued', amounts: true, sorts: DOCUMENT_SORTS.credit_note },
};

export const SORT_LABELS: Record<ListSort, string> = {
  '-issueDate': 'Newest first',
  issueDate: 'Oldest first',
  '-expenseDate': 'Newest first',
  expenseDate: 'Oldest first',
  nextDueDate: 'Due soonest first',
  '-nextDueDate': 'Due latest first',
  expiryDate: 'Expires soonest first',
  '-expiryDate': 'Expires latest first',
  '-total': 'Highest amount first',
  total: 'Lowest amount first',
  '-amount': 'Highest amount first',
  amount: 'Lowest amount first',
  category: 'Category A to Z',
  '-category': 'Category Z to A',
};

/** Within a phrase: 'newest first'. */
export const describeSort = (sort: ListSort): string =>
  SORT_LABELS[sort].replace(/^./, (letter) => letter.toLowerCase());

const readDay = (text: string | null): CalendarDate | undefined => {
  const day = parseCalendarDate(text ?? '');
  return day !== undefined && day === text && isBusinessDate(day) ? day : undefined;
};
const readAmount = (text: string | null): string | undefined =>
  text !== null && /^\d{1,12}(?:\.\d{1,3})?$/.test(text) ? text : undefined;

/** What the address says; what no list understands is passed over, as are ranges that end before they begin. */
export function readListFilter<Sort extends ListSort>(
  params: URLSearchParams,
  { amounts = false, categories = [], sorts = [] }: FilterFields<Sort>,
): ListFilter<Sort> {
  const [from, to] = [readDay(params.get('from')), readDay(params.get('to'))];
  const [min, max] = [readAmount(params.get('minTotal')), readAmount(params.get('maxTotal'))];
  const currency = params.get('currency') ?? '';
  const hasDays = from === undefined || to === undefined || from <= to;
  const hasAmounts = amounts && !(Number(min) > Number(max));
  const isSorted = (sort: Sort) => sort === params.get('sort') && sort !== sorts[0];
  return withoutNone({
    customerId: parseId(params.get('customerId')) || undefined,
    category: categories.find((known) => known === params.get('category')),
    from: hasDays ? from : undefined,
    to: hasDays ? to : undefined,
    minTotal: hasAmounts ? min : undefined,
    maxTotal: hasAmounts ? max : undefined,
    currency: amounts && isCurrency(currency) ? currency : undefined,
    sort: sorts.find(isSorted),
  });
}

type WithoutNone<T> = { [Name in keyof T]?: Exclude<T[Name], undefined> };

/** Absent is not the same as undefined in a query's key. */
export function withoutNone<T extends object>(values: T): WithoutNone<T> {
  const told = Object.entries(values).filter(([, value]) => value !== undefined);
  return Object.fromEntries(told) as WithoutNone<T>;
}

/** What becomes of the address: it says this filter and no other. */
export const toAddress = (filter: ListFilter): Record<string, string | null> =>
  Object.fromEntries(NAMES.map((name) => [name, filter[name]?.toString() ?? null]));

/** What narrows the list, without its order: what its sums are of. */
export function withoutSort({ sort: _sort, ...narrowing }: ListFilter): Omit<ListFilter, 'sort'> {
  return narrowing;
}

export const isNarrowed = (filter: ListFilter): boolean =>
  Object.keys(withoutSort(filter)).length > 0;

/** The period whose days these are, if any. */
export const findPeriod = ({ from, to }: ListFilter, today: CalendarDate): PeriodName | undefined =>
  (Object.keys(PERIODS) as PeriodName[]).find((name) => {
    const period = resolveWholePeriod(name, today);
    return period.from === from && period.to === to;
  });

/** A part of a filter that is taken off as one. */
export interface FilterPart {
  names: readonly (keyof ListFilter)[];
  /** 'Date issued: This month' */
  label: string;
}

interface Context {
  days: string;
  today: CalendarDate;
  /** Who the customer is, once that is known. */
  customer: string | undefined;
  /** The business's. */
  currency: string;
}

export function describeFilter(filter: ListFilter, context: Context): FilterPart[] {
  const { customerId, category, from, to, minTotal, maxTotal, currency } = filter;
  const inCurrency = (amount: string | undefined) => {
    const known = amount && readMoney(amount, currency ?? context.currency);
    return known ? formatMoney(known) : amount;
  };
  const period = findPeriod(filter, context.today);
  const days = period
    ? PERIODS[period]
    : describeRange(from && formatDate(from), to && formatDate(to), 'until');
  const amounts = describeRange(inCurrency(minTotal), inCurrency(maxTotal), 'up to') ?? currency;
  const parts: { names: readonly (keyof ListFilter)[]; what: string; is: string | undefined }[] = [
    {
      names: ['customerId'],
      what: 'Customer',
      is: customerId === undefined ? undefined : (context.customer ?? '…'),
    },
    { names: ['category'], what: 'Category', is: category },
    { names: ['from', 'to'], what: context.days, is: days },
    {
      names: ['minTotal', 'maxTotal', 'currency'],
      what: (minTotal ?? maxTotal) === undefined ? 'Currency' : 'Amount',
      is: amounts,
    },
  ];
  return parts.flatMap(({ names, what, is }) =>
    is === undefined ? [] : { names, label: `${what}: ${is}` },
  );
}

function describeRange(
  from: string | undefined,
  to: string | undefined,
  upTo: string,
): string | undefined {
  if (from === undefined) return to === undefined ? undefined : `${upTo} ${to}`;
  if (to === undefined) return `from ${from}`;
  return from === to ? from : `${from} to ${to}`;
}

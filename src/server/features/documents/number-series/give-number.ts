import type { CalendarDate } from '../../../../shared/dates/calendar-date.ts';
import { formatDate } from '../../../../shared/dates/calendar-date.ts';
import type { KindName } from '../../../../shared/documents/document-content.ts';
import { DOCUMENT_KINDS } from '../../../../shared/documents/document-content.ts';
import {
  formatNumber,
  periodOfSeries,
} from '../../../../shared/documents/number-series/number-pattern.ts';
import { AppError, invalidField } from '../../../../shared/errors/app-error.ts';
import { fold } from '../../../../shared/search/fold.ts';
import type { Transaction } from '../../../db/database.ts';
import { lockBusiness } from '../../businesses/index.ts';
import { readBusinessDay } from '../../profile/index.ts';
import { NUMBERS, nextNumber, numberKey } from '../document-numbers.ts';
import type { NumberSeriesRow } from './number-series.store.ts';
import { countUp, findLastDate, lockActiveSeries } from './number-series.store.ts';
import { isNumberTaken } from './numbered-kinds.ts';

/** A document that is about to be issued, locked or new. */
interface Unnumbered {
  businessId: string;
  issueDate: string;
  /** Its number as it is compared; null of one that has none yet. */
  numberKey: string | null;
  searchText: string;
}

/** What a number sets of a document's row. */
export type GivenNumber<K extends KindName> = {
  [Name in (typeof DOCUMENT_KINDS)[K]['number']]: string;
} & { numberKey: string; seriesId: number | null; searchText: string; issueDate: string };

/**
 * The number of a document that is issued now and has none: the next of its kind's series, which is
 * held until the transaction ends, so that there is no gap and no double whatever runs at once or is
 * rolled back. Without a series, as after its archiving, the number that would be suggested.
 * @param whenOutOfOrder what becomes of an issue date that the series cannot have: refused where
 *   somebody can choose another; today instead where money has come, which cannot be refused
 * @returns undefined for a document that has a number: it keeps it
 * @throws AppError VALIDATION naming `issueDate`, NUMBER_TAKEN where a number that was typed once is the next
 */
export async function giveNumber<K extends KindName>(
  tx: Transaction,
  kind: K,
  document: Unnumbered,
  now: Date,
  whenOutOfOrder: 'refuse' | 'today' = 'refuse',
): Promise<GivenNumber<K> | undefined> {
  if (document.numberKey !== null) return undefined;
  const { businessId } = document;
  const series = await lockActiveSeries(tx, businessId, kind);
  const today = await readBusinessDay(tx, businessId, now);
  const last = series && (await findLastDate(tx, series));
  const fault = series && findDateFault(document.issueDate, last, today);
  if (fault !== undefined && whenOutOfOrder === 'refuse') throw invalidField('issueDate', fault);
  const issueDate = fault === undefined ? document.issueDate : today;
  // The number that is free now stays free.
  if (!series) await lockBusiness(tx, businessId);
  const number = series
    ? await takeNext(tx, kind, series, issueDate)
    : await nextNumber(NUMBERS[kind], tx, businessId, now, today.slice(0, 4));
  const rest = document.searchText.slice(document.searchText.indexOf('\n'));
  return {
    [DOCUMENT_KINDS[kind].number]: number,
    numberKey: numberKey(number),
    seriesId: series?.id ?? null,
    searchText: `${fold(number)}${rest}`,
    issueDate,
  } as GivenNumber<K>;
}

/** Why the next of a series cannot have this date, in words. @param last the date of the one before */
function findDateFault(
  date: CalendarDate,
  last: CalendarDate | null | undefined,
  today: CalendarDate,
): string | undefined {
  if (date > today) {
    return `The issue date must not be in the future: numbers are assigned in the order of dates, and today is ${formatDate(today)}`;
  }
  return last && date < last
    ? `The issue date must not be before ${formatDate(last)}, the date of the last number of this series`
    : undefined;
}

async function takeNext(
  tx: Transaction,
  kind: KindName,
  series: NumberSeriesRow,
  issueDate: CalendarDate,
): Promise<string> {
  const count = await countUp(tx, series, periodOfSeries(series, issueDate), issueDate);
  const number = formatNumber(series, issueDate, count);
  if (await isNumberTaken(tx, series.businessId, kind, numberKey(number) ?? '')) {
    throw numberTaken(kind, number);
  }
  return number;
}

/** Of a number that was typed before the series began, and that the series has come to. */
function numberTaken(kind: KindName, number: string): AppError {
  const { name, number: path } = DOCUMENT_KINDS[kind];
  const message =
    `${name} number ${number}, the next of the series, is already used. ` +
    'Replace the series with one that has another pattern or a higher first number.';
  return new AppError('NUMBER_TAKEN', message, { fields: [{ path, message }] });
}

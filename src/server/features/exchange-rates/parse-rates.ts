import { SaxesParser } from 'saxes';
import type { CalendarDate } from '../../../shared/dates/calendar-date.ts';
import { parseCalendarDate } from '../../../shared/dates/calendar-date.ts';
import { isCurrency } from '../../../shared/money/currencies.ts';
import type { Decimal } from '../../../shared/money/decimal.ts';

export interface RatesOfDay {
  date: CalendarDate;
  /** Units of each currency for one euro. */
  rates: Map<string, Decimal>;
}

/** The file of 90 days; that of one day has one. */
const MOST_DAYS = 100;
/** Digits that a rate has: more is no rate of money. */
const RATE = /^\d{1,9}(?:\.\d{1,10})?$/;

/** Deeper, or of more, is none of the bank's: a file of 100 days has not half as many. */
const MOST_DEPTH = 8;
const MOST_ELEMENTS = 10_000;
const MOST_ATTRIBUTES = 8;

class WrongFile extends Error {}

/**
 * Reads the European Central Bank's file of reference rates, whole or not at all:
 * https://www.ecb.europa.eu/stats/eurofxref/eurofxref-daily.xml. A file with declarations, comments,
 * entities or CDATA is none of the bank's. Currencies that no document can be in are left out. The time
 * that it takes follows the length, which the caller has bounded.
 * @throws Error that says what is wrong with it
 */
export function parseRates(xml: string): RatesOfDay[] {
  if (/<!|[&\]]/.test(xml)) throw new WrongFile('It has declarations, comments or entities');
  const days: RatesOfDay[] = [];
  const open: string[] = [];
  let [elements, attributes] = [0, 0];
  const parser = new SaxesParser({ position: false, xmlns: false });
  parser.on('error', () => {
    throw new WrongFile('It is not well formed');
  });
  parser.on('attribute', () => {
    attributes += 1;
    if (attributes > MOST_ATTRIBUTES) throw new WrongFile('It has too many attributes');
  });
  parser.on('opentag', (tag) => {
    elements += 1;
    if (elements > MOST_ELEMENTS) throw new WrongFile('It has too many elements');
    if (open.length >= MOST_DEPTH) throw new WrongFile('It is nested too deep');
    attributes = 0;
    open.push(tag.name);
    readElement(open.join('>'), tag.attributes, days);
  });
  parser.on('closetag', () => {
    open.pop();
  });
  parser.write(xml);
  if (open.length > 0) throw new WrongFile('It breaks off');
  parser.close();
  if (days.length === 0) throw new WrongFile('It has no rates');
  for (const { date, rates } of days) {
    if (rates.size === 0) throw new WrongFile(`It has no rates of ${date}`);
  }
  return days;
}

type Attributes = Readonly<Record<string, string>>;

const DAY = 'gesmes:Envelope>Cube>Cube';

function readElement(path: string, attributes: Attributes, days: RatesOfDay[]): void {
  if (path === DAY) days.push({ date: readDate(attributes, days), rates: new Map() });
  else if (path === `${DAY}>Cube`) readRate(attributes, days.at(-1)?.rates ?? new Map());
  else if ('rate' in attributes || 'time' in attributes) {
    throw new WrongFile('It has rates in another place');
  }
}

function readDate(attributes: Attributes, days: readonly RatesOfDay[]): CalendarDate {
  const time = attributes['time'] ?? '';
  const date = parseCalendarDate(time);
  if (date !== time) throw new WrongFile('It has a day without a date');
  if (days.some((day) => day.date === date)) throw new WrongFile(`It has ${date} twice`);
  if (days.length >= MOST_DAYS) throw new WrongFile(`It has more than ${MOST_DAYS} days`);
  return date;
}

function readRate(attributes: Attributes, rates: Map<string, Decimal>): void {
  const { currency = '', rate = '' } = attributes;
  if (!/^[A-Z]{3}$/.test(currency)) throw new WrongFile('It has a rate without a currency');
  if (!RATE.test(rate) || !/[1-9]/.test(rate)) throw new WrongFile(`It has no rate of ${currency}`);
  if (rates.has(currency)) throw new WrongFile(`It has ${currency} twice`);
  if (isCurrency(currency)) rates.set(currency, rate);
}

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

const TAG =
  /<(\/?)([\w:]{1,40})((?:\s{1,20}[\w:]{1,40}=(?:"[^"<]{0,200}"|'[^'<]{0,200}'))*)\s{0,20}(\/?)>/y;
const ATTRIBUTE = /([\w:]{1,40})=(?:"([^"]*)"|'([^']*)')/g;
const PROLOG = /^\uFEFF?\s{0,10}(?:<\?xml[^<>]{0,200}\?>)?/;

class WrongFile extends Error {}

/**
 * Reads the European Central Bank's file of reference rates, whole or not at all:
 * https://www.ecb.europa.eu/stats/eurofxref/eurofxref-daily.xml. Of XML it knows elements, attributes
 * and text: a file with declarations, comments or entities is none of the bank's. Currencies that no
 * document can be in are left out.
 * @throws Error that says what is wrong with it
 */
export function parseRates(xml: string): RatesOfDay[] {
  if (/<!|&/.test(xml)) throw new WrongFile('It has declarations, comments or entities');
  const days: RatesOfDay[] = [];
  const open: string[] = [];
  let at = PROLOG.exec(xml)?.[0].length ?? 0;
  while (at < xml.length) {
    if (xml[at] !== '<') {
      const next = xml.indexOf('<', at);
      const end = next === -1 ? xml.length : next;
      // The subject's and the sender's name, in elements of their own.
      if (open.length === 0 && xml.slice(at, end).trim() !== '')
        throw new WrongFile('It has text outside of its elements');
      at = end;
      continue;
    }
    TAG.lastIndex = at;
    const [tag = '', closing, name = '', attributes = '', empty] = TAG.exec(xml) ?? [];
    if (tag === '') throw new WrongFile('It is not well formed');
    at += tag.length;
    if (closing) {
      if (open.pop() !== name) throw new WrongFile('It is not well formed');
      continue;
    }
    readElement([...open, name].join('>'), readAttributes(attributes), days);
    if (!empty) open.push(name);
  }
  if (open.length > 0) throw new WrongFile('It breaks off');
  if (days.length === 0) throw new WrongFile('It has no rates');
  for (const { date, rates } of days) {
    if (rates.size === 0) throw new WrongFile(`It has no rates of ${date}`);
  }
  return days;
}

const DAY = 'gesmes:Envelope>Cube>Cube';

function readElement(path: string, attributes: Map<string, string>, days: RatesOfDay[]): void {
  if (path === DAY) days.push({ date: readDate(attributes, days), rates: new Map() });
  else if (path === `${DAY}>Cube`) readRate(attributes, days.at(-1)?.rates ?? new Map());
  else if (attributes.has('rate') || attributes.has('time')) {
    throw new WrongFile('It has rates in another place');
  }
}

function readDate(attributes: Map<string, string>, days: readonly RatesOfDay[]): CalendarDate {
  const time = attributes.get('time') ?? '';
  const date = parseCalendarDate(time);
  if (date !== time) throw new WrongFile('It has a day without a date');
  if (days.some((day) => day.date === date)) throw new WrongFile(`It has ${date} twice`);
  if (days.length >= MOST_DAYS) throw new WrongFile(`It has more than ${MOST_DAYS} days`);
  return date;
}

function readRate(attributes: Map<string, string>, rates: Map<string, Decimal>): void {
  const [currency = '', rate = ''] = [attributes.get('currency'), attributes.get('rate')];
  if (!/^[A-Z]{3}$/.test(currency)) throw new WrongFile('It has a rate without a currency');
  if (!RATE.test(rate) || !/[1-9]/.test(rate)) throw new WrongFile(`It has no rate of ${currency}`);
  if (rates.has(currency)) throw new WrongFile(`It has ${currency} twice`);
  if (isCurrency(currency)) rates.set(currency, rate);
}

function readAttributes(text: string): Map<string, string> {
  const found = new Map<string, string>();
  for (const [, name = '', double, single = ''] of text.matchAll(ATTRIBUTE)) {
    if (found.has(name)) throw new WrongFile('It is not well formed');
    found.set(name, double ?? single);
  }
  return found;
}

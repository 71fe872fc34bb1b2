import { countryLocale } from '../countries/countries.ts';
import type { Decimal } from './decimal.ts';
import { countPlaces, MAX_DECIMAL_LENGTH, parseTyped } from './decimal.ts';

/** How numbers are written in a country. */
export interface NumberStyle {
  locale: string;
  decimal: string;
  /** Between thousands. */
  group: string;
}

/** As `parseTyped` reads and `formatDecimal` writes. */
export const PLAIN_STYLE: NumberStyle = { locale: 'en-US', decimal: '.', group: ',' };

/** The one of a business: its country's. */
export function numberStyle(country: string | null | undefined): NumberStyle {
  const locale = `${countryLocale(country)}-u-nu-latn`;
  // As money is written: Austria groups other numbers by spaces and money by points.
  const money = new Intl.NumberFormat(locale, { style: 'currency', currency: 'EUR' });
  const parts = money.formatToParts(1_234_567.5);
  const sign = (type: string, usual: string) =>
    parts.find((part) => part.type === type)?.value ?? usual;
  return { locale, decimal: sign('decimal', '.'), group: sign('group', ',') };
}

/** One point or comma among digits, and what may stand around a number. */
const ONE_SEPARATOR = /^([\s\p{Sc}+\u2212-]*)(\d[\d\s\u2019']*)?([.,])(\d*)([\s\p{Sc}%]*)$/u;

function splitAtSeparator(text: string) {
  const match = text.length > MAX_DECIMAL_LENGTH ? null : ONE_SEPARATOR.exec(text);
  if (!match) return undefined;
  const [, before = '', whole = '', separator = '', decimals = '', after = ''] = match;
  const digits = whole.replace(/\D/g, '');
  const mayGroup = decimals.length === 3 && /^[1-9]\d{0,2}$/.test(digits);
  return { before, whole, separator, decimals, after, digits, mayGroup };
}

/** The two numbers that '1.500' and '1,500' are, each to other people: 1500 and 1.500. */
export function twoReadings(text: string): { grouped: Decimal; fraction: Decimal } | undefined {
  const parts = splitAtSeparator(text.trim());
  if (!parts?.mayGroup || parts.after.includes('%')) return undefined;
  const { before, digits, decimals } = parts;
  const sign = /[-\u2212]/.test(before) ? '-' : '';
  return { grouped: `${sign}${digits}${decimals}`, fraction: `${sign}${digits}.${decimals}` };
}

/** Written so that it has one meaning: no point is followed by three digits alone, as in '1.50' or '1.3330'. */
export function writeClearly(plain: Decimal): Decimal {
  const [whole = '', fraction = ''] = plain.split('.');
  const places = Math.max(2, countPlaces(plain));
  return `${whole || '0'}.${fraction.slice(0, places).padEnd(places === 3 ? 4 : places, '0')}`;
}

/** What was typed, read as people write where the business is. */
export interface TypedNumber {
  /** The same number as `parseTyped` reads it; other text as it is. */
  plain: string;
  /** '1.333' of '1,333', where elsewhere it would be read as another number: to be shown at once. */
  understood: string | undefined;
}

/**
 * A single point or comma may stand before decimals or between thousands. Before three digits it is
 * what it is in the country: '1.500' is 1500 in Germany and 1.5 in the United States. A rate in percent
 * has no thousands.
 * @param isAmount of money, where nobody types three decimals: what the country groups by needs no words
 */
export function readNumber(
  text: string,
  style: NumberStyle,
  { isRate = text.trimEnd().endsWith('%'), isAmount = false } = {},
): TypedNumber {
  const parts = splitAtSeparator(text);
  if (!parts) return { plain: text, understood: undefined };
  const { before, whole, separator, decimals, after, digits, mayGroup } = parts;
  const groups = mayGroup && separator === style.group && !isRate;
  const number = groups ? digits + decimals : `${whole}.${decimals}`;
  const isSure =
    decimals === '' || (groups && isAmount) || (!mayGroup && separator !== style.group);
  return {
    plain: `${before}${number}${after}`,
    understood: isSure ? undefined : groups ? number : `${digits || '0'}.${decimals}`,
  };
}

const PLAIN_NUMBER = /^([+\u2212-]?)(\d{1,3}(?:,\d{3})+|\d+)(?:\.(\d*))?(%?)$/;

/** A number as `formatDecimal` writes it, in the style of a country: '1,234.50' is '1.234,50' in Germany. */
export function writeInStyle(text: string, { locale, decimal, group }: NumberStyle): string {
  if (decimal === PLAIN_STYLE.decimal && group === PLAIN_STYLE.group && !text.includes(',')) {
    return text;
  }
  const [, sign = '', whole = '', fraction, percent = ''] = PLAIN_NUMBER.exec(text) ?? [];
  if (whole === '') return text;
  const digits = whole.replaceAll(',', '');
  const isGrouped = whole.includes(',');
  const written = isGrouped
    ? new Intl.NumberFormat(locale, { useGrouping: 'always' }).format(BigInt(digits))
    : digits;
  return `${sign}${written}${fraction === undefined ? '' : decimal + fraction}${percent}`;
}

/**
 * What to say of digits and separators that nobody can read as one number; undefined otherwise.
 * @param decimal what stands before decimals where the business is
 */
export function separatorFault(text: string, decimal: string): string | undefined {
  const separators = text.match(/[.,'\u2019]/g)?.length ?? 0;
  const isUnreadable =
    separators > 1 &&
    /^[\s\p{Sc}\d.,'\u2019+\u2212%-]+$/u.test(text) &&
    parseTyped(text.replace('%', ''), MAX_DECIMAL_LENGTH) === undefined;
  if (!isUnreadable) return undefined;
  return decimal === ','
    ? 'Write decimals with a comma, as in 7,25'
    : 'Write decimals with a point, as in 7.25';
}

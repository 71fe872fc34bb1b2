import { countryLocale } from '../countries/countries.ts';
import { formatDecimal, MAX_DECIMAL_LENGTH, parseTyped } from './decimal.ts';
import { splitAtSeparator, writeClearly } from './two-readings.ts';

/** How numbers are written in a country. */
export interface NumberStyle {
  locale: string;
  decimal: string;
  /** Between thousands of money. */
  group: string;
  /** Between thousands of other numbers: a space in Austria, where money has points (CLDR, currencyGroup). */
  plainGroup: string;
}

/** As `parseTyped` reads and `formatDecimal` writes. */
export const PLAIN_STYLE: NumberStyle = {
  locale: 'en-US',
  decimal: '.',
  group: ',',
  plainGroup: ',',
};

/** The one of a business: its country's. */
export function numberStyle(country: string | null | undefined): NumberStyle {
  const locale = `${countryLocale(country)}-u-nu-latn`;
  const signOf = (format: Intl.NumberFormat, type: string, usual: string) =>
    format.formatToParts(1_234_567.5).find((part) => part.type === type)?.value ?? usual;
  const money = new Intl.NumberFormat(locale, { style: 'currency', currency: 'EUR' });
  const group = signOf(money, 'group', ',');
  return {
    locale,
    decimal: signOf(money, 'decimal', '.'),
    group,
    plainGroup: signOf(new Intl.NumberFormat(locale), 'group', group),
  };
}

/** What was typed, read as people write where the business is. */
export interface TypedNumber {
  /** The same number as `parseTyped` reads it; other text as it is. */
  plain: string;
  /**
   * Where elsewhere it would be read as another number, how it was read, to be shown at once: as the
   * country writes it, and never with three digits alone after a separator: '1,3330', '1.500,00'.
   */
  understood: string | undefined;
}

/**
 * A single point or comma may stand before decimals or between thousands. Before three digits it is
 * what it is in the country: '1.500' is 1500 in Germany and 1.5 in the United States. A rate in percent
 * has no thousands.
 * @param isAmount of money, where nobody types three decimals: what the country groups by needs no words
 * @param isShare of money, or a percentage
 */
export function readNumber(
  text: string,
  style: NumberStyle,
  { isRate = text.trimEnd().endsWith('%'), isAmount = false, isShare = false } = {},
): TypedNumber {
  const parts = splitAtSeparator(text);
  if (!parts) return { plain: text, understood: undefined };
  const { before, whole, separator, decimals, after, digits, mayGroup } = parts;
  const groups = mayGroup && separator === style.group && !isRate;
  const number = groups ? digits + decimals : `${whole}.${decimals}`;
  const isSure =
    decimals === '' || (groups && isAmount) || (!mayGroup && separator !== style.group);
  const plain = `${before}${number}${after}`;
  if (isSure) return { plain, understood: undefined };
  const sign = /[-\u2212]/.test(before) ? '\u2212' : '';
  const percent = after.includes('%') ? '%' : '';
  const clear = formatDecimal(writeClearly(groups ? number : `${digits}.${decimals}`));
  return {
    plain,
    understood: `${sign}${writeInStyle(clear, style, { isAmount: isAmount || isShare })}${percent}`,
  };
}

const PLAIN_NUMBER = /^([+\u2212-]?)(\d{1,3}(?:,\d{3})+|\d+)(?:\.(\d*))?(%?)$/;

/** A number as `formatDecimal` writes it, in the style of a country: '1,234.50' is '1.234,50' in Germany. */
export function writeInStyle(
  text: string,
  { locale, decimal, group, plainGroup }: NumberStyle,
  { isAmount = false } = {},
): string {
  const sign = isAmount ? group : plainGroup;
  if (decimal === PLAIN_STYLE.decimal && sign === PLAIN_STYLE.group && !text.includes(',')) {
    return text;
  }
  const [, minus = '', whole = '', fraction, percent = ''] = PLAIN_NUMBER.exec(text) ?? [];
  if (whole === '') return text;
  const digits = whole.replaceAll(',', '');
  const written = whole.includes(',') ? groupInStyle(digits, locale, sign) : digits;
  return `${minus}${written}${fraction === undefined ? '' : decimal + fraction}${percent}`;
}

/** In the groups of a country: hundreds above thousands in India. */
function groupInStyle(digits: string, locale: string, sign: string): string {
  return new Intl.NumberFormat(locale, { useGrouping: 'always' })
    .formatToParts(BigInt(digits))
    .map(({ type, value }) => (type === 'group' ? sign : value))
    .join('');
}

/** A figure in a sentence: with groups of thousands, or decimals, or both. 'R-2026.001' is none. */
const FIGURE = /(?<![\w.,/-])(?:\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+\.\d+)(?![.,]?\d)/g;

/** Words beside a field with their figures as the field shows them: 'at most $1,500.00', '30% or 500.00'. */
export const writeFigures = (
  words: string,
  style: NumberStyle,
  of: { isAmount?: boolean } = { isAmount: true },
): string => words.replace(FIGURE, (figure) => writeInStyle(figure, style, of));

/**
 * What to say of signs and separators that nobody can read as one number; undefined otherwise.
 * @param decimal what stands before decimals where the business is
 * @param takesPercent whether a percentage is one of what may be typed
 */
export function signFault(
  text: string,
  decimal: string,
  { takesPercent }: { takesPercent: boolean },
): string | undefined {
  if (!takesPercent && /^[\d\s.,]+%$/.test(text.trim())) {
    return 'Enter a number without a percent sign';
  }
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

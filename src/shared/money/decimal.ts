/**
 * Exact decimal arithmetic for amounts, quantities and rates: a bigint of the smallest place inside a
 * calculation, a string such as "1234.50" outside of it. Never a float.
 */

/** A plain decimal string, such as "1234.50", "-3.00" or "0.085". */
export type Decimal = string;

/** Places behind the point that a quantity or a unit price can have. */
export const QUANTITY_PLACES = 6;
/** Places that a rate in percent can have: 8.875 % is New York's. */
export const RATE_PLACES = 4;
/** Places that are written of quantities, unit prices and rates though they are zero. */
const USUAL_PLACES = 2;

/** Largest quantity, as numeric(10,2) held it. */
export const MAX_QUANTITY: Decimal = '99999999.99';
/** Largest rate in percent. */
export const MAX_RATE: Decimal = '999.9999';

/** Sign, whole and fraction. Longer than any of these is no amount of anything. */
const DECIMAL = /^([+-]?)(\d{0,30})(?:\.(\d{0,60}))?$/;
/** Zeros behind the point are idle, and still nobody writes so many. */
export const MAX_DECIMAL_LENGTH = 100;

/**
 * Reads a decimal as a whole number of its last place: "1.5" with two places is 150n.
 * @returns undefined when the text is no plain decimal, or has more places that count
 */
export function parseDecimal(text: string, places: number): bigint | undefined {
  if (text.length > MAX_DECIMAL_LENGTH) return undefined;
  const match = DECIMAL.exec(text.trim());
  if (!match) return undefined;
  const [, sign, whole = '', fraction = ''] = match;
  if (whole === '' && fraction === '') return undefined;
  if (/[^0]/.test(fraction.slice(places))) return undefined;
  const value = BigInt(whole + fraction.slice(0, places).padEnd(places, '0') || '0');
  return sign === '-' ? -value : value;
}

/** `parseDecimal` of what is known to be well formed. @throws RangeError otherwise */
export function scaleDecimal(text: Decimal, places: number): bigint {
  const value = parseDecimal(text, places);
  if (value === undefined) throw new RangeError(`Not a decimal of ${places} places: ${text}`);
  return value;
}

/** 150n with two places is "1.50"; with none, "150". */
export function writeDecimal(value: bigint, places: number): Decimal {
  const sign = value < 0n ? '-' : '';
  const digits = (value < 0n ? -value : value).toString();
  if (places === 0) return sign + digits;
  const padded = digits.padStart(places + 1, '0');
  return `${sign}${padded.slice(0, -places)}.${padded.slice(-places)}`;
}

/** A quantity, unit price or rate as answers have it: two places, and more only where they count. */
export function writeUsual(value: bigint, places: number): Decimal {
  const text = writeDecimal(value, places);
  const [whole = '0', fraction = ''] = text.split('.');
  const counted = Math.max(USUAL_PLACES, countPlaces(text));
  return `${whole}.${fraction.slice(0, counted).padEnd(USUAL_PLACES, '0')}`;
}

/** Places that count: "1.250" has two. */
export function countPlaces(value: Decimal): number {
  const fraction = value?.split('.')[1] ?? '';
  let end = fraction.length;
  while (fraction[end - 1] === '0') end -= 1;
  return end;
}

/** Whether a quantity, price or rate is zero, however many places it has. */
export function isZero(value: Decimal): boolean {
  return !/[1-9]/.test(value);
}

/** Division of integers, rounded half away from zero (decision 9: rounding of money). */
export function divideRounded(dividend: bigint, divisor: bigint): bigint {
  const negative = dividend < 0n !== divisor < 0n;
  const [n, d] = [dividend < 0n ? -dividend : dividend, divisor < 0n ? -divisor : divisor];
  const rounded = (n * 2n + d) / (d * 2n);
  return negative ? -rounded : rounded;
}

/**
 * Divides a whole into parts by weight, so that the parts add up to it: each gets its share rounded
 * down, and what is left goes by the largest remainder, to the earlier part where two are alike.
 * @param whole not negative; weights not negative
 */
export function divideByWeights(whole: bigint, weights: readonly bigint[]): bigint[] {
  const sum = weights.reduce((total, weight) => total + weight, 0n);
  if (sum === 0n) return weights.map(() => 0n);
  const parts = weights.map((weight) => (whole * weight) / sum);
  const left = Number(whole - parts.reduce((total, part) => total + part, 0n));
  if (left === 0) return parts;
  const remainders = weights.map((weight, index) => ({ index, value: (whole * weight) % sum }));
  remainders.sort((a, b) => (a.value === b.value ? a.index - b.index : a.value > b.value ? -1 : 1));
  for (const { index } of remainders.slice(0, left)) parts[index] = (parts[index] ?? 0n) + 1n;
  return parts;
}

/** "1234567" → "1,234,567". */
export function groupThousands(digits: string): string {
  let grouped = digits.slice(-3);
  for (let end = digits.length - 3; end > 0; end -= 3) {
    grouped = `${digits.slice(Math.max(0, end - 3), end)},${grouped}`;
  }
  return grouped;
}

/** Stands where a figure would, while there is none. */
export const NO_FIGURE = '—';

/** "1234.5" → "1,234.5", with the places that it has; the sign of a negative number is U+2212. */
export function formatDecimal(value: Decimal): string {
  if (value == null) return NO_FIGURE;
  const [whole = '0', fraction] = value.replace('-', '').split('.');
  const sign = value.startsWith('-') ? '\u2212' : '';
  return `${sign}${groupThousands(whole)}${fraction === undefined ? '' : `.${fraction}`}`;
}

/** A quantity without idle zeros: "2.00" → "2", "18.50" → "18.5", "0.085000" → "0.085". */
export function formatQuantity(value: Decimal): string {
  const text = formatDecimal(value);
  const [whole = '', fraction = ''] = text.split('.');
  const places = countPlaces(value);
  return places === 0 ? whole : `${whole}.${fraction.slice(0, places)}`;
}

/** A rate as the specification shows it, with one decimal, or more where they count. */
export function formatRate(value: Decimal): string {
  const text = formatQuantity(value);
  return text.includes('.') ? text : `${text}.0`;
}

/** Groups of thousands, in India of hundreds above them: '1,23,456.00'; a number never begins with a zero before one: '0,125' is a fraction. */
const GROUPED = /^[+-]?[1-9](\d{0,2}(,\d{3})+|\d?(,\d{2})+,\d{3})(\.\d*)?$/;
const GROUPED_BY_POINTS = /^[+-]?[1-9]\d{0,2}((\.\d{3})+,\d*|(\.\d{3}){2,})$/;
const DECIMAL_COMMA = /^[+-]?\d*,\d*$/;

/**
 * What people type into a field of money, quantity or rate as a decimal: "1,200.50", "$ 95", and with
 * a decimal comma "7,25", "1.200,50", "1 200,50". Where it may be either, as in "1,250", the comma
 * groups thousands; "1.250" has a point. Signs of currencies and apostrophes are passed over.
 * @returns undefined when it is no number of at most `places` decimals
 */
export function parseTyped(text: string, places: number): bigint | undefined {
  if (text.length > MAX_DECIMAL_LENGTH) return undefined;
  const bare = text
    .replace(/[\s\p{Sc}]/gu, '')
    .replace('\u2212', '-')
    .replace(/(?<=\d)['\u2019](?=\d{3}(?!\d))/g, '');
  return parseDecimal(withPoint(bare), places);
}

/** With a point before its decimals and nothing between its thousands. */
function withPoint(text: string): string {
  if (GROUPED.test(text)) return text.replaceAll(',', '');
  if (GROUPED_BY_POINTS.test(text)) return text.replaceAll('.', '').replace(',', '.');
  return DECIMAL_COMMA.test(text) ? text.replace(',', '.') : text;
}

/** `parseTyped` as a decimal with the usual places: " 1,200.5 " is "1200.50". */
export function readTypedDecimal(text: string, places: number): Decimal | undefined {
  const value = parseTyped(text, places);
  return value === undefined ? undefined : writeUsual(value, places);
}

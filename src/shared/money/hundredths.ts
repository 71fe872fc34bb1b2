/**
 * Exact decimal arithmetic for amounts, quantities and rates. Everything that is counted here has
 * two decimals (numeric(10,2) and numeric(5,2) in the database), so a value is a bigint of
 * hundredths inside a calculation and a string such as "1234.50" outside of it. Never a float.
 */

/** A decimal string with exactly two decimals, such as "1234.50" or "-3.00". */
export type Decimal = string;

/** Largest absolute value of a numeric(10,2) column, in hundredths. */
export const MAX_MONEY = 99_999_999_99n;
/** Largest absolute value of a numeric(5,2) column, in hundredths. */
export const MAX_RATE = 999_99n;

/** Sign, whole and at most two decimals that count. Longer than any of these is no amount of anything. */
const DECIMAL = /^([+-]?)(\d{0,30})(?:\.(\d{0,2})0*)?$/;
/** Zeros behind the point are idle, and still nobody writes so many. */
export const MAX_DECIMAL_LENGTH = 100;

/**
 * Reads a decimal into hundredths.
 * @returns undefined when the text is no plain decimal, or has more than two significant decimals.
 */
export function parseHundredths(text: string): bigint | undefined {
  if (text.length > MAX_DECIMAL_LENGTH) return undefined;
  const match = DECIMAL.exec(text.trim());
  if (!match) return undefined;
  const [, sign, whole = '', fraction = ''] = match;
  if (whole === '' && fraction === '') return undefined;
  const value = BigInt(whole || '0') * 100n + BigInt(fraction.padEnd(2, '0'));
  return sign === '-' ? -value : value;
}

/** Hundredths of a decimal that is known to be well formed. @throws RangeError otherwise. */
export function hundredths(text: Decimal): bigint {
  const value = parseHundredths(text);
  if (value === undefined) throw new RangeError(`Not a decimal with two places: ${text}`);
  return value;
}

/** Whether an amount is above zero; one that an answer lacks is not. */
export function isPositive(value: Decimal): boolean {
  return value != null && hundredths(value) > 0n;
}

/** Hundredths as a string with two decimals. */
export function toDecimal(value: bigint): Decimal {
  const digits = (value < 0n ? -value : value).toString().padStart(3, '0');
  return `${value < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/** Division of integers, rounded half away from zero (decision 9: rounding of money). */
export function divideRounded(dividend: bigint, divisor: bigint): bigint {
  const negative = dividend < 0n !== divisor < 0n;
  const [n, d] = [dividend < 0n ? -dividend : dividend, divisor < 0n ? -divisor : divisor];
  const rounded = (n * 2n + d) / (d * 2n);
  return negative ? -rounded : rounded;
}

/** Sum of decimals. */
export function sumDecimals(values: Iterable<Decimal>): Decimal {
  let sum = 0n;
  for (const value of values) sum += hundredths(value);
  return toDecimal(sum);
}

/**
 * What people type into a field of money or quantity ("1,200.50", "$ 95", " 3 ") as a decimal.
 * Commas are accepted only where they group thousands.
 * @returns undefined when it is not a number of at most two decimals.
 */
export function parseTyped(text: string): Decimal | undefined {
  const bare = text.replace(/[\s$\u00a0]/g, '').replace('\u2212', '-');
  const plain = /^[+-]?\d{1,3}(,\d{3})+(\.\d*)?$/.test(bare) ? bare.replaceAll(',', '') : bare;
  const value = parseHundredths(plain);
  return value === undefined ? undefined : toDecimal(value);
}

/** Stands where a figure would, while there is none. */
export const NO_FIGURE = '—';

/**
 * "1234.5" → "1,234.50"; the sign of a negative number is U+2212. What another version's answer
 * lacks is shown as missing, for one figure must not take down the page around it.
 */
export function formatDecimal(value: Decimal): string {
  if (value == null) return NO_FIGURE;
  const text = toDecimal(hundredths(value));
  const [whole = '0', fraction = '00'] = text.replace('-', '').split('.');
  return `${text.startsWith('-') ? '\u2212' : ''}${groupThousands(whole)}.${fraction}`;
}

/** "1234567" → "1,234,567". */
export function groupThousands(digits: string): string {
  let grouped = digits.slice(-3);
  for (let end = digits.length - 3; end > 0; end -= 3) {
    grouped = `${digits.slice(Math.max(0, end - 3), end)},${grouped}`;
  }
  return grouped;
}

/** "1234.5" → "$1,234.50". US dollars for now (decision 21). */
export function formatMoney(value: Decimal): string {
  const text = formatDecimal(value);
  if (text === NO_FIGURE) return text;
  return text.startsWith('\u2212') ? `\u2212$${text.slice(1)}` : `$${text}`;
}

/** `formatMoney`, of what may be impossible to compute. */
export function formatMoneyOrNone(value: Decimal | null): string {
  return value === null ? NO_FIGURE : formatMoney(value);
}

/** A quantity without idle zeros: "2.00" → "2", "18.50" → "18.5". */
export function formatQuantity(value: Decimal): string {
  return formatDecimal(value).replace(/\.?0{1,2}$/, '');
}

/** A rate as the specification shows it, with one decimal, or two where the second counts. */
export function formatRate(value: Decimal): string {
  return formatDecimal(value).replace(/0$/, '');
}

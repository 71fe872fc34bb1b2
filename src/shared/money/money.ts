/**
 * Amounts of money. An amount knows its currency: a bare number can be neither added nor compared nor
 * printed. Inside a calculation it is a whole number of the currency's minor unit (ISO 4217), so that
 * nothing is ever rounded but where a rule says so.
 */
import { currencyDecimals, largestAmount, youngCurrencyName } from './currencies.ts';
import type { Decimal } from './decimal.ts';
import {
  countPlaces,
  NO_FIGURE,
  parseDecimal,
  parseTyped,
  scaleDecimal,
  writeDecimal,
} from './decimal.ts';

/** "1234.50" USD, "1235" JPY, "1234.500" KWD: as many decimals as the currency has. */
export interface Money {
  readonly amount: Decimal;
  readonly currency: string;
}

const DEFAULT_LANGUAGE = 'en-US';

export function money(amount: Decimal, currency: string): Money {
  return { amount, currency };
}

/**
 * An amount counted in its currency's minor unit.
 * @throws RangeError for what the currency cannot hold, such as half a yen, and for no currency
 */
export function minorUnits({ amount, currency }: Money): bigint {
  return scaleDecimal(amount, currencyDecimals(currency));
}

/** 123450n USD is "1234.50". */
export function fromMinorUnits(units: bigint, currency: string): Money {
  return { amount: writeDecimal(units, currencyDecimals(currency)), currency };
}

/** Nothing of a currency: "0.00", "0", "0.000". */
export const noMoney = (currency: string): Money => fromMinorUnits(0n, currency);

/** @throws RangeError for amounts of two currencies */
export function addMoney(a: Money, b: Money): Money {
  requireSame(a, b);
  return fromMinorUnits(minorUnits(a) + minorUnits(b), a.currency);
}

/** @throws RangeError for amounts of two currencies */
export function subtractMoney(a: Money, b: Money): Money {
  requireSame(a, b);
  return fromMinorUnits(minorUnits(a) - minorUnits(b), a.currency);
}

export function negateMoney(a: Money): Money {
  return fromMinorUnits(-minorUnits(a), a.currency);
}

/** Below, at or above zero as the first is less than, equal to or more than the second. */
export function compareMoney(a: Money, b: Money): -1 | 0 | 1 {
  requireSame(a, b);
  const [left, right] = [minorUnits(a), minorUnits(b)];
  if (left === right) return 0;
  return left < right ? -1 : 1;
}

/** Whether two amounts of a currency are the same, however many decimals each is written with. */
export const isSameAmount = (a: Decimal, b: Decimal, currency: string): boolean =>
  compareMoney(money(a, currency), money(b, currency)) === 0;

function requireSame(a: Money, b: Money): void {
  if (a.currency !== b.currency) {
    throw new RangeError(`Amounts of two currencies: ${a.currency} and ${b.currency}`);
  }
}

/** Whether an amount is above zero; one that an answer lacks is not. */
export function isPositive({ amount, currency }: Money): boolean {
  return amount != null && minorUnits({ amount, currency }) > 0n;
}

/**
 * The sum in each currency, in the order in which the currencies first appear. There is no sum over
 * several currencies.
 */
export function sumMoney(amounts: Iterable<Money>): Money[] {
  const sums = new Map<string, bigint>();
  for (const each of amounts) {
    sums.set(each.currency, (sums.get(each.currency) ?? 0n) + minorUnits(each));
  }
  return [...sums].map(([currency, units]) => fromMinorUnits(units, currency));
}

/** The sum of amounts that are all in one currency. @throws RangeError where one is in another */
export function sumMoneyIn(currency: string, amounts: Iterable<Money>): Money {
  let sum = 0n;
  for (const each of amounts) {
    requireSame(each, { amount: '', currency });
    sum += minorUnits(each);
  }
  return fromMinorUnits(sum, currency);
}

/**
 * An amount with the currency's own decimals: "5" USD becomes "5.00", "1.5" KWD "1.500".
 * @returns undefined for no number, and for more decimals than the currency has
 */
export function readMoney(text: string, currency: string): Money | undefined {
  const units = parseDecimal(text, currencyDecimals(currency));
  return units === undefined ? undefined : fromMinorUnits(units, currency);
}

/** An amount that the database added up, where a zero has the decimals of no currency: "500.00" JPY is "500". */
export function withDecimals(amount: Decimal, currency: string): Decimal {
  const decimals = currencyDecimals(currency);
  const point = amount.indexOf('.');
  // Nearly all have them, and lists have hundreds.
  const has = point === -1 ? 0 : amount.length - point - 1;
  if (has === decimals) return amount;
  return fromMinorUnits(minorUnits({ amount, currency }), currency).amount;
}

/** `readMoney` of what people type: "1,200.50", "$ 95". */
export function readTypedMoney(text: string, currency: string): Money | undefined {
  const units = parseTyped(text, currencyDecimals(currency));
  return units === undefined ? undefined : fromMinorUnits(units, currency);
}

/** The largest amount that a line or a document can have in a currency. */
export const largestMoney = (currency: string): Money => money(largestAmount(currency), currency);

// ── As people read it ───────────────────────────────────────────────────────

const formats = new Map<string, Intl.NumberFormat>();

/** Making a format takes longer than a thousand uses of it. */
function formatFor(currency: string, language: string, style: Style, places: number) {
  const key = `${language} ${currency} ${style} ${places}`;
  let format = formats.get(key);
  if (!format) {
    format = new Intl.NumberFormat(language, {
      ...(style === 'currency' ? { style, currency } : { style }),
      minimumFractionDigits: places,
      maximumFractionDigits: places,
    });
    formats.set(key, format);
  }
  return format;
}

type Style = 'currency' | 'decimal';

function formatAs({ amount, currency }: Money, language: string, style: Style, places?: number) {
  if (amount == null) return NO_FIGURE;
  const decimals = places ?? currencyDecimals(currency);
  // As a string: a number has no more than 15 digits that can be trusted.
  const text = formatFor(currency, language, style, decimals).format(amount as `${number}`);
  return text.replace('-', '\u2212');
}

/**
 * "$1,234.50", "€1,234.50", "¥1,235", "KWD 1,234.500"; a negative amount has U+2212. What another
 * version's answer lacks is shown as missing, for one figure must not take down the page around it.
 * @param language BCP 47, of the document or of the interface
 */
export function formatMoney(amount: Money, language = DEFAULT_LANGUAGE): string {
  return formatAs(amount, language, 'currency');
}

/** The amount without a sign of its currency, where a heading names that: "1,234.50". */
export function formatAmount(amount: Money, language = DEFAULT_LANGUAGE): string {
  return formatAs(amount, language, 'decimal');
}

/** `formatMoney`, of what may be impossible to compute. */
export function formatMoneyOrNone(amount: Money | null, language?: string): string {
  return amount === null ? NO_FIGURE : formatMoney(amount, language);
}

/** A unit price, which may have more decimals than its currency: "$0.085" a word, "¥500". */
export function formatUnitPrice(price: Money, language = DEFAULT_LANGUAGE): string {
  return formatAs(price, language, 'currency', pricePlaces(price));
}

/** `formatUnitPrice` without a sign of its currency: "0.085", "1,200.50". */
export function formatPriceAmount(price: Money, language = DEFAULT_LANGUAGE): string {
  return formatAs(price, language, 'decimal', pricePlaces(price));
}

const pricePlaces = ({ amount, currency }: Money): number =>
  Math.max(currencyDecimals(currency), countPlaces(amount));

/**
 * Sums of several currencies in one line, `currency` first: "$1,200.00 + €300.00". No sums are nothing
 * in `currency`.
 */
export function formatSums(sums: readonly Money[], currency: string, language?: string): string {
  return putOwnCurrencyFirst(sums, currency)
    .map((sum) => formatMoney(sum, language))
    .join(' + ');
}

/**
 * Sums with that in `currency` before the others, which follow by the letters of their codes; or nothing in
 * it where there are none.
 */
export function putOwnCurrencyFirst(sums: readonly Money[], currency: string): readonly Money[] {
  if (sums.length === 0) return [noMoney(currency)];
  return sums.toSorted(
    (a, b) =>
      Number(b.currency === currency) - Number(a.currency === currency) ||
      (a.currency < b.currency ? -1 : 1),
  );
}

/** What stands before an amount, where that is typed: "$", "€", "KWD". */
export function currencySign(currency: string, language = DEFAULT_LANGUAGE): string {
  const parts = formatFor(currency, language, 'currency', 0).formatToParts(0);
  return parts.find(({ type }) => type === 'currency')?.value ?? currency;
}

const namesByLanguage = new Map<string, Intl.DisplayNames>();

/** 'Euro', 'Kuwaiti Dinar'. */
export function currencyName(currency: string, language = DEFAULT_LANGUAGE): string {
  const names =
    namesByLanguage.get(language) ??
    new Intl.DisplayNames([language], { type: 'currency', fallback: 'none' });
  namesByLanguage.set(language, names);
  return names.of(currency) ?? youngCurrencyName(currency) ?? currency;
}

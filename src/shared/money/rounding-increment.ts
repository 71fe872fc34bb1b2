/** What totals are rounded to: the smallest coin that is paid with, or what law and custom ask for. */
import { hasSmallUnits } from './currencies.ts';
import type { Decimal } from './decimal.ts';
import { isZero } from './decimal.ts';
import { formatMoney, fromMinorUnits, minorUnits, money, readMoney } from './money.ts';

/**
 * The smallest coin, and India's whole rupee (Central Goods and Services Tax Act 2017, section 170).
 * Swiss centimes: Federal Council's coinage ordinance, article 1, and common practice.
 */
const CUSTOMARY: Readonly<Record<string, Decimal>> = {
  AUD: '0.05',
  CAD: '0.05',
  CHF: '0.05',
  CZK: '1.00',
  DKK: '0.50',
  HUF: '5.00',
  INR: '1.00',
  NOK: '1.00',
  NZD: '0.10',
  SEK: '1.00',
  SGD: '0.05',
  ZAR: '0.10',
};

/** What totals are rounded to by custom; undefined for currencies without one. */
export function customaryIncrement(currency: string): Decimal | undefined {
  return CUSTOMARY[currency];
}

/** More than that is no rounding to a coin, but a discount. */
const largestIncrement = (currency: string) =>
  money(hasSmallUnits(currency) ? '1000' : '10', currency);

/** What is wrong with an increment in its currency, in words; undefined where nothing is. */
export function findIncrementFault(increment: Decimal, currency: string): string | undefined {
  const read = readMoney(increment, currency);
  const most = largestIncrement(currency);
  const isRight = read && !isZero(read.amount) && minorUnits(read) <= minorUnits(most);
  if (isRight) return undefined;
  const least = formatMoney(fromMinorUnits(1n, currency));
  return `Rounding increment must be a multiple of ${least}, and at most ${formatMoney(most)}`;
}

const LADDER = [
  '0.005',
  '0.05',
  '0.1',
  '0.2',
  '0.25',
  '0.5',
  '1',
  '5',
  '10',
  '50',
  '100',
  '500',
  '1000',
];

/** The increments that a business chooses from, the usual ones of cash. */
export const offeredIncrements = (currency: string): Decimal[] =>
  LADDER.flatMap((each) => {
    const read = findIncrementFault(each, currency) ? undefined : readMoney(each, currency);
    return read && minorUnits(read) > 1n ? read.amount : [];
  });

/** What a business has said of one currency: new documents in it are rounded. */
export interface RoundedTotal {
  currency: string;
  increment: Decimal;
}

/** What the total of a new document in a currency is rounded to, by what its business has chosen. */
export const chosenIncrement = (
  roundedTotals: readonly RoundedTotal[],
  currency: string,
): Decimal | null => roundedTotals.find((each) => each.currency === currency)?.increment ?? null;

/** The arithmetic of a document (decision 9), the same on the form and on the server. */

import type { Decimal } from '../money/hundredths.ts';
import {
  divideRounded,
  formatMoney,
  hundredths,
  MAX_MONEY,
  MAX_RATE,
  parseTyped,
  toDecimal,
} from '../money/hundredths.ts';

export interface PricedLine {
  quantity: Decimal;
  unitPrice: Decimal;
}

export interface DocumentTotals {
  /** One for each line, in order. */
  lineTotals: Decimal[];
  subtotal: Decimal;
  taxAmount: Decimal;
  total: Decimal;
}

/** Quantity × unit price, rounded half away from zero to two decimals. */
export function lineTotal(line: PricedLine): Decimal {
  return toDecimal(divideRounded(hundredths(line.quantity) * hundredths(line.unitPrice), 100n));
}

/**
 * Subtotal = sum of line totals; tax = subtotal × rate / 100, rounded once; total = both.
 * @param taxRate percent with two decimals
 * @param flatTax a tax amount that holds only while the rate is 0
 */
export function documentTotals(
  lines: readonly PricedLine[],
  taxRate: Decimal,
  flatTax: Decimal = '0.00',
): DocumentTotals {
  const lineTotals = lines.map(lineTotal);
  const subtotal = lineTotals.reduce((sum, total) => sum + hundredths(total), 0n);
  const rate = hundredths(taxRate);
  const tax = rate === 0n ? hundredths(flatTax) : divideRounded(subtotal * rate, 100_00n);
  return {
    lineTotals,
    subtotal: toDecimal(subtotal),
    taxAmount: toDecimal(tax),
    total: toDecimal(subtotal + tax),
  };
}

/** A line as it stands in a form. */
export interface TypedLine {
  quantity: string;
  unitPrice: string;
}

/** Totals of a form as it stands: null is what cannot be computed, or what no document can hold. */
export type TypedTotals = {
  [Part in keyof DocumentTotals]: Part extends 'lineTotals' ? (Decimal | null)[] : Decimal | null;
};

/**
 * An amount, quantity or rate as it stands in a form; one that is still empty counts as zero.
 * @param most in hundredths
 * @returns null for what is no number, is negative, or is more than a document can hold
 */
export function typedAmount(text: string, most = MAX_MONEY): Decimal | null {
  if (text.trim() === '') return '0.00';
  const value = parseTyped(text);
  return value === undefined ? null : held(hundredths(value), most);
}

function held(value: bigint, most = MAX_MONEY): Decimal | null {
  return value < 0n || value > most ? null : toDecimal(value);
}

/** The amount of a line as it stands in a form. */
export function typedLineTotal(line: TypedLine): Decimal | null {
  const [quantity, unitPrice] = [typedAmount(line.quantity), typedAmount(line.unitPrice)];
  if (quantity === null || unitPrice === null) return null;
  return held(hundredths(lineTotal({ quantity, unitPrice })));
}

/**
 * `documentTotals` of what was typed. One line that has no amount leaves the others theirs, and no
 * sum is told that leaves it out.
 */
export function typedTotals(
  lines: readonly TypedLine[],
  taxRate: string,
  flatTax: string,
): TypedTotals {
  const lineTotals = lines.map(typedLineTotal);
  const subtotal = heldSum(lineTotals);
  const rate = typedAmount(taxRate, MAX_RATE);
  let taxAmount: Decimal | null = null;
  if (rate === '0.00') taxAmount = typedAmount(flatTax);
  else if (rate !== null && subtotal !== null) {
    taxAmount = held(divideRounded(hundredths(subtotal) * hundredths(rate), 100_00n));
  }
  return { lineTotals, subtotal, taxAmount, total: heldSum([subtotal, taxAmount]) };
}

function heldSum(values: readonly (Decimal | null)[]): Decimal | null {
  let sum = 0n;
  for (const value of values) {
    if (value === null) return null;
    sum += hundredths(value);
  }
  return held(sum);
}

/**
 * What does not fit numeric(10,2): the path of the first field that is too large and a message
 * that names it, or undefined.
 */
export function tooLarge(totals: DocumentTotals): { path: string; message: string } | undefined {
  const most = formatMoney(toDecimal(MAX_MONEY));
  const line = totals.lineTotals.findIndex((total) => hundredths(total) > MAX_MONEY);
  if (line >= 0) {
    return {
      path: `lineItems.${line}.unitPrice`,
      message: `Amount of line ${line + 1} must be at most ${most}`,
    };
  }
  for (const [path, label] of [
    ['subtotal', 'Subtotal'],
    ['taxAmount', 'Tax amount'],
    ['total', 'Total'],
  ] as const) {
    if (hundredths(totals[path]) > MAX_MONEY) {
      return { path, message: `${label} must be at most ${most}` };
    }
  }
  return undefined;
}

/** The arithmetic of a document (decision 9), the same on the form and on the server. */

import type { Decimal } from '../money/money.ts';
import { divideRounded, hundredths, MAX_MONEY, toDecimal } from '../money/money.ts';

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

/**
 * What does not fit numeric(10,2): the path of the first field that is too large and a message
 * that names it, or undefined.
 */
export function tooLarge(totals: DocumentTotals): { path: string; message: string } | undefined {
  const most = toDecimal(MAX_MONEY);
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

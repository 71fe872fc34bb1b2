/**
 * The arithmetic of documents as it was before they had currencies, discounts and taxes of their own,
 * word for word: what the specification's documents come to must not change by a cent.
 */

type Decimal = string;
const MAX_MONEY = 99_999_999_99n;

interface PricedLine {
  quantity: Decimal;
  unitPrice: Decimal;
}

export interface TwoDecimalTotals {
  lineTotals: Decimal[];
  subtotal: Decimal;
  taxAmount: Decimal;
  total: Decimal;
}

const DECIMAL = /^([+-]?)(\d{0,30})(?:\.(\d{0,2})0*)?$/;

function hundredths(text: Decimal): bigint {
  const match = DECIMAL.exec(text.trim());
  if (!match) throw new RangeError(`Not a decimal with two places: ${text}`);
  const [, sign, whole = '', fraction = ''] = match;
  const value = BigInt(whole || '0') * 100n + BigInt(fraction.padEnd(2, '0'));
  return sign === '-' ? -value : value;
}

function toDecimal(value: bigint): Decimal {
  const digits = (value < 0n ? -value : value).toString().padStart(3, '0');
  return `${value < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

function divideRounded(dividend: bigint, divisor: bigint): bigint {
  const negative = dividend < 0n !== divisor < 0n;
  const [n, d] = [dividend < 0n ? -dividend : dividend, divisor < 0n ? -divisor : divisor];
  const rounded = (n * 2n + d) / (d * 2n);
  return negative ? -rounded : rounded;
}

function lineTotal(line: PricedLine): Decimal {
  return toDecimal(divideRounded(hundredths(line.quantity) * hundredths(line.unitPrice), 100n));
}

export function twoDecimalTotals(
  lines: readonly PricedLine[],
  taxRate: Decimal,
  flatTax: Decimal,
): TwoDecimalTotals {
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

/** The field that did not fit numeric(10,2), and what was said of it. */
export function tooLargeForTwoDecimals(totals: TwoDecimalTotals) {
  const most = '$99,999,999.99';
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

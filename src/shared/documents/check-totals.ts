/** What a document cannot hold: amounts that its currency has no decimals for, or that are too large. */
import type { FieldError } from '../errors/app-error.ts';
import { findAmountFault, findSizeFault } from '../money/check-amount.ts';
import type { Decimal } from '../money/decimal.ts';
import { isZero } from '../money/decimal.ts';
import { addMoney, compareMoney, formatMoney, largestMoney, money } from '../money/money.ts';
import type { Adjustment, DocumentTotals, PricedDocument } from './totals.ts';

/** The first amount that was typed and that the currency cannot hold. Before `computeTotals`. */
export function findPriceFault(document: PricedDocument): FieldError | undefined {
  const { currency, lines, discounts = [], charges = [], flatTax } = document;
  const most = largestMoney(currency);
  for (const [index, line] of lines.entries()) {
    if (line.discountAmount != null) {
      const message = findAmountFault(line.discountAmount, currency, 'Discount amount');
      if (message) return { path: `lineItems.${index}.discountAmount`, message };
    }
    if (Number(line.unitPrice) > Number(most.amount)) {
      const message = `Unit price must be at most ${formatMoney(most)}`;
      return { path: `lineItems.${index}.unitPrice`, message };
    }
  }
  const adjustments: [string, string, readonly Adjustment[]][] = [
    ['discounts', 'Discount amount', discounts],
    ['charges', 'Charge amount', charges],
  ];
  for (const [path, label, list] of adjustments) {
    for (const [index, { percent, amount }] of list.entries()) {
      if (percent !== undefined || amount === undefined) continue;
      const message = findAmountFault(amount, currency, label);
      if (message) return { path: `${path}.${index}.amount`, message };
    }
  }
  const message = flatTax && findAmountFault(flatTax, currency, 'Tax amount');
  return message ? { path: 'taxAmount', message } : undefined;
}

/** The first figure that no document can have: a discount above what it lowers, or too large a sum. */
export function findTotalsFault(
  { currency, discounts = [] }: PricedDocument,
  totals: DocumentTotals,
): FieldError | undefined {
  const of = (amount: Decimal) => money(amount, currency);
  for (const [index, { discount, total }] of totals.lines.entries()) {
    if (total.startsWith('-')) {
      const gross = formatMoney(addMoney(of(total), of(discount)));
      const message = `Discount of line ${index + 1} must be at most ${gross}`;
      return { path: `lineItems.${index}.discountAmount`, message };
    }
    const message = findSizeFault(of(total), `Amount of line ${index + 1}`);
    if (message) return { path: `lineItems.${index}.unitPrice`, message };
  }
  const last = discounts.length - 1;
  if (compareMoney(of(totals.discountTotal), of(totals.lineTotal)) > 0) {
    const most = formatMoney(of(totals.lineTotal));
    return {
      path: `discounts.${last}.${discounts[last]?.percent === undefined ? 'amount' : 'percent'}`,
      message: `Discounts must be at most the sum of the lines, ${most}`,
    };
  }
  // Of nothing there is nothing to take off (documents.md, step 4).
  if (last >= 0 && isZero(totals.lineTotal)) {
    const message = 'A discount needs lines whose sum is above zero';
    return { path: `discounts.${last}.percent`, message };
  }
  for (const [path, label] of SUMS) {
    const message = findSizeFault(of(totals[path]), label);
    if (message) return { path, message };
  }
  return undefined;
}

const SUMS = [
  ['subtotal', 'Subtotal'],
  ['taxAmount', 'Tax amount'],
  ['total', 'Total'],
] as const;

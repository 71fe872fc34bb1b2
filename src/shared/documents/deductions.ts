/**
 * What deposit invoices have asked for of a whole, and what is left of it for the final invoice: its tax
 * is the whole's less theirs, as tax that is shown twice is owed twice (Directive 2006/112/EC, articles
 * 65, 203 and 220). EN 16931: the deductions are lines of their own below zero, each with its category,
 * and no BT-113, which is for payments that show no tax.
 */
import * as z from 'zod';
import { dateText, decimalText } from '../contract/fields.ts';
import { currencyDecimals } from '../money/currencies.ts';
import type { Decimal } from '../money/decimal.ts';
import { scaleDecimal, writeDecimal } from '../money/decimal.ts';
import { taxKey } from '../taxes/tax.ts';
import { taxTotalAnswer } from './line-content.ts';
import type { DocumentTotals, TaxTotal } from './totals.ts';

const deductedFigures = {
  subtotal: decimalText,
  taxTotals: z.array(taxTotalAnswer),
  taxAmount: decimalText,
  rounding: decimalText,
  total: decimalText,
};

/** Figures of a document before deposits are deducted. */
export const wholeSchema = z.object(deductedFigures);
export type WholeFigures = Pick<DocumentTotals, keyof typeof deductedFigures>;

/** A deposit invoice as it is deducted: what credit notes have left of it. */
export const deductionSchema = z.object({
  invoiceId: z.number(),
  invoiceNumber: z.string(),
  issueDate: dateText,
  ...deductedFigures,
});
export type Deduction = z.output<typeof deductionSchema>;

/** What is left of a whole; rows of taxes stay, as nothing is asked for and not nothing is taxed. */
export function deductFrom(
  whole: WholeFigures,
  deductions: readonly z.output<typeof wholeSchema>[],
  currency: string,
): WholeFigures {
  const decimals = currencyDecimals(currency);
  const units = (amount: Decimal) => scaleDecimal(amount, decimals);
  const left = (amount: Decimal, taken: bigint) => writeDecimal(units(amount) - taken, decimals);
  const sumLess = (name: 'subtotal' | 'taxAmount' | 'rounding' | 'total') =>
    left(
      whole[name],
      deductions.reduce((sum, each) => sum + units(each[name]), 0n),
    );
  // Thousands of taxes on each side: they are met once each.
  const taken = new Map<string, { base: bigint; amount: bigint }>();
  for (const tax of deductions.flatMap(({ taxTotals }) => taxTotals)) {
    const key = taxKey(tax);
    const { base, amount } = taken.get(key) ?? { base: 0n, amount: 0n };
    taken.set(key, { base: base + units(tax.base), amount: amount + units(tax.amount) });
  }
  const taxTotals = whole.taxTotals.map((tax): TaxTotal => {
    const same = taken.get(taxKey(tax));
    return {
      ...tax,
      base: left(tax.base, same?.base ?? 0n),
      amount: left(tax.amount, same?.amount ?? 0n),
    };
  });
  return {
    subtotal: sumLess('subtotal'),
    taxTotals,
    taxAmount: sumLess('taxAmount'),
    rounding: sumLess('rounding'),
    total: sumLess('total'),
  };
}

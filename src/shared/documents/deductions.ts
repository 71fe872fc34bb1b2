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
  const less = (amount: Decimal, taken: readonly Decimal[]) =>
    writeDecimal(
      taken.reduce(
        (left, each) => left - scaleDecimal(each, decimals),
        scaleDecimal(amount, decimals),
      ),
      decimals,
    );
  const sumLess = (name: 'subtotal' | 'taxAmount' | 'rounding' | 'total') =>
    less(
      whole[name],
      deductions.map((each) => each[name]),
    );
  const rows = deductions.flatMap(({ taxTotals }) => taxTotals);
  const taxTotals = whole.taxTotals.map((tax): TaxTotal => {
    const same = rows.filter((row) => taxKey(row) === taxKey(tax));
    return {
      ...tax,
      base: less(
        tax.base,
        same.map(({ base }) => base),
      ),
      amount: less(
        tax.amount,
        same.map(({ amount }) => amount),
      ),
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

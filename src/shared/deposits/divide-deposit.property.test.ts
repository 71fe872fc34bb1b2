import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { aStoredDocument } from '../../../test/documents/stored-documents.ts';
import type { InvoiceCredit } from '../credit-notes/credit-invoice.ts';
import { creditInvoice } from '../credit-notes/credit-invoice.ts';
import type { CorrectedInvoice } from '../credit-notes/creditable.ts';
import { leftOfParts } from '../credit-notes/tax-sets.ts';
import type { WholeFigures } from '../documents/deductions.ts';
import { deductFrom } from '../documents/deductions.ts';
import { AppError } from '../errors/app-error.ts';
import { currencyDecimals } from '../money/currencies.ts';
import { scaleDecimal, writeDecimal } from '../money/decimal.ts';
import { taxKey } from '../taxes/tax.ts';
import type { Deposit } from './deposit.ts';
import type { DividedDeposit, EarlierDeposit } from './divide-deposit.ts';
import { divideDeposit } from './divide-deposit.ts';

const RUNS = { numRuns: 500 };

/** Percentages, or shares of the total as an amount; and whether a part of it is credited after. */
const aWish = fc.record({
  by: fc.constantFrom('percent' as const, 'amount' as const, 'rest' as const),
  share: fc.integer({ min: 1, max: 6_000 }),
  credited: fc.oneof({ weight: 3, arbitrary: fc.constant(0) }, fc.integer({ min: 1, max: 100 })),
});
type Wish = typeof aWish extends fc.Arbitrary<infer T> ? T : never;

interface Made {
  deposit: DividedDeposit;
  credits: InvoiceCredit[];
  left: EarlierDeposit;
  deduction: WholeFigures;
}

const sum = (values: readonly bigint[]) => values.reduce((total, value) => total + value, 0n);

type Estimate = CorrectedInvoice & { roundingIncrement: string | null };

/** As it is kept. */
const asEarlier = ({ parts, figures }: InvoiceCredit) => ({ parts, rounding: figures.rounding });

/** The deposit invoice as credit notes see it. */
const asInvoice = (estimate: CorrectedInvoice, { lines, parts, figures }: DividedDeposit) => ({
  ...estimate,
  invoiceNumber: 'INV-D',
  discounts: [],
  charges: [],
  taxAmount: figures.taxAmount,
  rounding: figures.rounding,
  lineItems: lines.map((line, index) => ({ id: index + 1, ...line })),
  parts,
});

function makeDeposits(estimate: Estimate, total: string, wishes: readonly Wish[]): Made[] {
  const decimals = currencyDecimals(estimate.currency);
  const units = (text: string) => scaleDecimal(text, decimals);
  const made: Made[] = [];
  for (const wish of wishes) {
    const left = units(total) - sum(made.map((each) => units(each.left.total)));
    const ask: Deposit =
      wish.by === 'percent'
        ? { percent: writeDecimal(BigInt(wish.share), 2), amount: null }
        : {
            percent: null,
            amount: writeDecimal(
              wish.by === 'rest' ? left : (units(total) * BigInt(wish.share)) / 10_000n,
              decimals,
            ),
          };
    const earlier = made.map((each) => each.left);
    try {
      const deposit = divideDeposit({ ...estimate, total }, earlier, ask);
      const credits: InvoiceCredit[] = [];
      if (wish.credited > 0) {
        const amount = (units(deposit.figures.total) * BigInt(wish.credited)) / 100n;
        const selection = wish.credited === 100 ? {} : { amount: writeDecimal(amount, decimals) };
        try {
          credits.push(creditInvoice(asInvoice(estimate, deposit), [], selection));
        } catch (error) {
          if (!(error instanceof AppError)) throw error;
        }
      }
      const taken = credits.map(({ figures }) => figures);
      const deduction = deductFrom(deposit.figures, taken, estimate.currency);
      const parts = leftOfParts(deposit.parts, credits.map(asEarlier), decimals);
      made.push({ deposit, credits, deduction, left: { ...deduction, parts } });
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
    }
  }
  return made;
}

describe('deposit invoices and the final invoice of an estimate', () => {
  it('are together the whole, in every net, base, tax and rounding, and none is below zero', () => {
    fc.assert(
      fc.property(aStoredDocument, fc.array(aWish, { maxLength: 6 }), (given, wishes) => {
        const { invoice: estimate, totals } = given;
        const decimals = currencyDecimals(estimate.currency);
        const units = (text: string) => scaleDecimal(text, decimals);
        const made = makeDeposits(estimate, totals.total, wishes);
        const deductions = made.map(({ deduction }) => deduction);
        const final = deductFrom(totals, deductions, estimate.currency);
        expect(units(final.total)).toBe(
          units(final.subtotal) + units(final.taxAmount) + units(final.rounding),
        );
        for (const name of ['subtotal', 'taxAmount', 'rounding', 'total'] as const) {
          const all = [final, ...deductions].map((each) => units(each[name]));
          expect([name, sum(all)]).toEqual([name, units(totals[name])]);
          if (name !== 'rounding') expect(units(final[name])).toBeGreaterThanOrEqual(0n);
        }
        totals.taxTotals.forEach((tax, index) => {
          for (const name of ['base', 'amount'] as const) {
            const rows = deductions.flatMap(({ taxTotals }) =>
              taxTotals.filter((row) => taxKey(row) === taxKey(tax)),
            );
            const left = units(final.taxTotals[index]?.[name] ?? '0');
            expect(left).toBeGreaterThanOrEqual(0n);
            expect(sum(rows.map((row) => units(row[name]))) + left).toBe(units(tax[name]));
          }
        });
      }),
      RUNS,
    );
  });

  it('ask for just the amount, in lines that a document can hold', () => {
    fc.assert(
      fc.property(aStoredDocument, fc.integer({ min: 1, max: 10_000 }), (given, share) => {
        const { invoice: estimate, totals } = given;
        const decimals = currencyDecimals(estimate.currency);
        const units = (text: string) => scaleDecimal(text, decimals);
        const amount = writeDecimal((units(totals.total) * BigInt(share)) / 10_000n, decimals);
        fc.pre(units(amount) > 0n && estimate.roundingIncrement === null);
        const ask = { percent: null, amount };
        const { figures, lines } = divideDeposit({ ...estimate, total: totals.total }, [], ask);
        expect(figures.total).toBe(amount);
        expect(sum(lines.map(({ net }) => units(net)))).toBe(units(figures.subtotal));
        expect(sum(lines.map(({ tax }) => units(tax)))).toBe(units(figures.taxAmount));
        for (const line of lines) {
          expect(units(line.net) + units(line.tax)).toBe(units(line.gross));
          expect(scaleDecimal(line.unitPrice, 6)).toBe(scaleDecimal(line.total, 6));
        }
      }),
      RUNS,
    );
  });

  it('are credited as they are: all credits of the final invoice come to what it asks for', () => {
    fc.assert(
      fc.property(
        aStoredDocument,
        fc.array(aWish, { minLength: 1, maxLength: 3 }),
        fc.array(fc.integer({ min: 1, max: 60 }), { maxLength: 3 }),
        (given, wishes, percents) => {
          const { invoice: estimate, totals } = given;
          const { currency } = estimate;
          const decimals = currencyDecimals(currency);
          const units = (text: string) => scaleDecimal(text, decimals);
          const made = makeDeposits(estimate, totals.total, wishes);
          fc.pre(made.length > 0);
          const final = deductFrom(
            totals,
            made.map(({ deduction }) => deduction),
            currency,
          );
          const invoice: CorrectedInvoice = {
            ...estimate,
            rounding: final.rounding,
            deducted: made.flatMap(({ left }) => left.parts),
            deductedNumbers: ['INV-D'],
          };
          const credits: InvoiceCredit[] = [];
          const credit = (selection: Parameters<typeof creditInvoice>[2]) => {
            try {
              credits.push(creditInvoice(invoice, credits.map(asEarlier), selection));
            } catch (error) {
              if (!(error instanceof AppError)) throw error;
            }
          };
          percents.forEach((percent, index) => {
            const line = (index % estimate.lineItems.length) + 1;
            if (index % 2 === 0) credit({ lines: [{ line, percent: `${percent}.00` }] });
            else {
              const part = (units(final.total) * BigInt(percent)) / 100n;
              credit({ amount: writeDecimal(part, decimals) });
            }
          });
          const sum3 = () => sum(credits.map(({ figures }) => units(figures.total)));
          const isLeft = sum3() < units(final.total);
          const before = credits.length;
          credit({});
          expect(sum3()).toBeLessThanOrEqual(units(final.total));
          // A line beyond its share was credited: lines are to be chosen from then on.
          if (isLeft && credits.length === before) return;
          if (!isLeft && credits.length > 0) return;
          for (const name of ['subtotal', 'taxAmount', 'rounding', 'total'] as const) {
            const all = sum(credits.map(({ figures }) => units(figures[name])));
            expect([name, all]).toEqual([name, units(final[name])]);
          }
          for (const { figures, lines } of credits) {
            expect(units(figures.total)).toBeGreaterThanOrEqual(0n);
            expect(sum(lines.map(({ net }) => units(net)))).toBe(units(figures.subtotal));
            for (const { base, amount } of figures.taxTotals) {
              expect(units(base)).toBeGreaterThanOrEqual(0n);
              expect(units(amount)).toBeGreaterThanOrEqual(0n);
            }
          }
        },
      ),
      RUNS,
    );
  });

  it('refuse more than the whole, naming the field', () => {
    fc.assert(
      fc.property(aStoredDocument, fc.integer({ min: 1, max: 9_999 }), (given, share) => {
        const { invoice: estimate, totals } = given;
        const whole = { ...estimate, invoiceNumber: 'EST-1', total: totals.total };
        const attempt = (earlier: EarlierDeposit[], percent: string) => {
          try {
            return divideDeposit(whole, earlier, { percent, amount: null });
          } catch (error) {
            if (error instanceof AppError) return error;
            throw error;
          }
        };
        const first = attempt([], writeDecimal(BigInt(share), 2));
        fc.pre(!(first instanceof AppError));
        const earlier = [{ ...first.figures, parts: first.parts }];
        const more = attempt(earlier, '100.00');
        expect(more).toBeInstanceOf(AppError);
        if (!(more instanceof AppError)) return;
        const message = more.message;
        if (more.code === 'CONFLICT')
          expect(message).toMatch(/^Deposits already ask for all of estimate/);
        else expect(message).toMatch(/^Of estimate EST-1 only .+ is left to ask for in advance$/);
      }),
      RUNS,
    );
  });
});

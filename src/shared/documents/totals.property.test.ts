import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  taxedDocument as largeDocument,
  plainDocument,
  tinyDocument,
} from '../../../test/documents/random-documents.ts';
import type { RationalDocument } from '../../../test/documents/rational-totals.ts';
import { computeRationalTotals, readFraction } from '../../../test/documents/rational-totals.ts';
import { currencyDecimals } from '../money/currencies.ts';
import { scaleDecimal } from '../money/decimal.ts';
import type { Tax } from '../taxes/tax.ts';
import { taxKey } from '../taxes/tax.ts';
import type { PricedDocument } from './totals.ts';
import { computeTotals } from './totals.ts';

const PLAIN_TAX = { name: 'Tax', category: null, compound: false };
const RUNS = { numRuns: 1_000 };

const taxedDocument = fc.oneof(
  { weight: 3, arbitrary: largeDocument },
  { weight: 1, arbitrary: tinyDocument },
);

const isNothing = (text: string) => readFraction(text).n === 0n;

/** A document as the slow arithmetic reads it: one rate for all lines is a tax of each of them. */
function asRational(document: PricedDocument): RationalDocument {
  const { lines, discounts = [], charges = [], taxRate = '0' } = document;
  const plain = isNothing(taxRate) ? [] : [{ ...PLAIN_TAX, rate: taxRate }];
  return {
    decimals: currencyDecimals(document.currency),
    pricesIncludeTax: document.pricesIncludeTax ?? false,
    increment: document.roundingIncrement ?? null,
    lines: lines.map(({ quantity, unitPrice, discountPercent, discountAmount, taxes }) => ({
      quantity,
      unitPrice,
      discount: { percent: discountPercent, amount: discountAmount },
      taxes: taxes?.length ? taxes : plain,
    })),
    discounts,
    charges,
  };
}

/** Everything in minor units. */
function toMinorUnits(document: PricedDocument) {
  const decimals = currencyDecimals(document.currency);
  const totals = computeTotals(document);
  const units = (text: string) => scaleDecimal(text, decimals);
  return {
    ...totals,
    units,
    lines: totals.lines.map((line) => ({
      total: units(line.total),
      net: units(line.net),
      tax: units(line.tax),
      gross: units(line.gross),
    })),
  };
}

const sum = (values: readonly bigint[]) => values.reduce((total, value) => total + value, 0n);

describe('the arithmetic of documents', () => {
  it('is that of the seven steps on exact fractions, at every step', () => {
    fc.assert(
      fc.property(taxedDocument, (document) => {
        const expected = computeRationalTotals(asRational(document));
        const totals = computeTotals(document);
        const { units } = toMinorUnits(document);
        expect({
          ...totals,
          taxTotals: totals.taxTotals.map(({ base, amount, ...tax }) => ({
            key: taxKey(tax),
            base,
            amount,
          })),
          lines: totals.lines.map(({ discount, total }) => ({ discount, total })),
        }).toEqual({
          lines: expected.lines.map(({ discount, total }) => ({ discount, total })),
          discounts: expected.discounts,
          charges: expected.charges,
          lineTotal: expected.lineTotal,
          discountTotal: totals.discountTotal,
          chargeTotal: totals.chargeTotal,
          subtotal: expected.subtotal,
          taxTotals: expected.taxes,
          taxAmount: expected.taxAmount,
          rounding: expected.rounding,
          total: expected.total,
        });
        expect(units(totals.discountTotal)).toBe(sum(expected.discounts.map(units)));
        expect(units(totals.chargeTotal)).toBe(sum(expected.charges.map(units)));
        for (const [index, line] of expected.lines.entries()) {
          const { net = '', tax = '', gross = '' } = totals.lines[index] ?? {};
          const share = units(line.total) + units(line.share);
          expect(units(document.pricesIncludeTax ? gross : net)).toBe(share);
          if (line.tax !== null) expect(tax).toBe(line.tax);
        }
      }),
      RUNS,
    );
  });

  it('is that of the specification for one rate, and a flat tax is added as it is', () => {
    fc.assert(
      fc.property(plainDocument, (document) => {
        const expected = computeRationalTotals(asRational(document));
        const totals = computeTotals(document);
        const { units } = toMinorUnits(document);
        expect(totals.subtotal).toBe(expected.subtotal);
        const isFlat = isNothing(document.taxRate ?? '0');
        expect(totals.taxAmount).toBe(isFlat ? document.flatTax : expected.taxAmount);
        expect(units(totals.total)).toBe(units(totals.subtotal) + units(totals.taxAmount));
        expect(sum(totals.lines.map(({ tax }) => units(tax)))).toBe(units(totals.taxAmount));
      }),
      RUNS,
    );
  });

  it('adds up: lines to sums, shares to the whole, and nothing is below zero', () => {
    fc.assert(
      fc.property(taxedDocument, (document) => {
        const { units, lines, ...totals } = toMinorUnits(document);
        const { charges = [], pricesIncludeTax } = document;
        // Charges that name their own taxes are lines of their own for them: what lines lack of the
        // sums is theirs.
        const apart = charges.some(({ taxes }) => taxes);
        const [subtotal, taxAmount] = [units(totals.subtotal), units(totals.taxAmount)];
        if (!apart) {
          expect(sum(lines.map(({ net }) => net))).toBe(subtotal);
          expect(sum(lines.map(({ tax }) => tax))).toBe(taxAmount);
          expect(sum(lines.map(({ gross }) => gross))).toBe(subtotal + taxAmount);
        }
        for (const { net, tax, gross, total } of lines) {
          expect(net >= 0n && tax >= 0n && total >= 0n && gross === net + tax).toBe(true);
        }
        for (const { base, amount } of totals.taxTotals) {
          expect(units(base) >= 0n && units(amount) >= 0n).toBe(true);
        }
        expect(subtotal >= 0n).toBe(true);
        expect(sum(totals.taxTotals.map(({ amount }) => units(amount)))).toBe(taxAmount);
        const asked =
          units(totals.lineTotal) - units(totals.discountTotal) + units(totals.chargeTotal);
        expect(units(totals.total)).toBe(subtotal + taxAmount + units(totals.rounding));
        expect(asked).toBe(pricesIncludeTax ? subtotal + taxAmount : subtotal);
      }),
      RUNS,
    );
  });

  it('gives each line its tax to within a minor unit for each tax that it carries', () => {
    // The text says nothing of how an amount of tax on net prices is divided over its lines; the code
    // divides it by largest remainder over what each line brings to the tax's base.
    fc.assert(
      fc.property(taxedDocument, (document) => {
        if (document.pricesIncludeTax) return;
        const { lines } = toMinorUnits(document);
        for (const [index, { net, tax }] of lines.entries()) {
          const taxes = document.lines[index]?.taxes ?? [];
          const exact = sumOfRates(taxes, net);
          const away = exact.n - tax * exact.d;
          const most = BigInt(taxes.length * (1 + 2 * taxes.length)) * exact.d * rateExcess(taxes);
          expect(away <= most && -away <= most).toBe(true);
        }
      }),
      RUNS,
    );
  });

  it('depends on the order of lines only where odd cents go', () => {
    const shuffled = taxedDocument.chain((document) =>
      fc.tuple(
        fc.constant(document),
        fc.shuffledSubarray([...document.lines], { minLength: document.lines.length }),
      ),
    );
    fc.assert(
      fc.property(shuffled, ([document, lines]) => {
        const [before, after] = [computeTotals(document), computeTotals({ ...document, lines })];
        expect(after.lineTotal).toBe(before.lineTotal);
        expect(after.discounts).toEqual(before.discounts);
        expect(after.charges).toEqual(before.charges);
        // An odd cent goes to the earlier set: without shares on several sets, nothing depends on it.
        const sets = new Set(document.lines.map(({ taxes = [] }) => taxes.map(taxKey).join()));
        const spreads = [
          ...(document.discounts ?? []),
          ...(document.charges ?? []).filter(({ taxes }) => !taxes),
        ];
        if (sets.size > 1 && spreads.length > 0) return;
        const rows = (totals: typeof before) => totals.taxTotals.map((row) => JSON.stringify(row));
        expect(rows(after).toSorted()).toEqual(rows(before).toSorted());
        expect(after.total).toBe(before.total);
      }),
      RUNS,
    );
  });

  it('is exactly the sum typed where prices include tax, whatever the taxes', () => {
    fc.assert(
      fc.property(taxedDocument, (typed) => {
        const document = { ...typed, pricesIncludeTax: true, roundingIncrement: null };
        const { units, ...totals } = toMinorUnits(document);
        expect(units(totals.total)).toBe(
          units(totals.lineTotal) - units(totals.discountTotal) + units(totals.chargeTotal),
        );
        const untaxed = { ...document, lines: document.lines.map((l) => ({ ...l, taxes: [] })) };
        const bare = { ...untaxed, charges: untaxed.charges?.map((c) => ({ ...c, taxes: [] })) };
        expect(computeTotals(bare).total).toBe(totals.total);
      }),
      RUNS,
    );
  });
});

/** What all taxes of a line take of its net, exactly. */
function sumOfRates(taxes: readonly Tax[], net: bigint) {
  let taken = { n: 0n, d: 1n };
  for (const { rate, compound } of taxes) {
    const percent = readFraction(rate);
    const d = taken.d * percent.d * 100n;
    const on = compound ? taken.d + taken.n : taken.d;
    taken = { n: taken.n * percent.d * 100n + on * percent.n, d };
  }
  return { n: taken.n * net, d: taken.d };
}

/** A cent of a compound tax's base is more than a cent of tax where its rate is above 100 %. */
const rateExcess = (taxes: readonly Tax[]) =>
  taxes.reduce((most, { rate }) => {
    const whole = readFraction(rate);
    const times = whole.n / (whole.d * 100n) + 1n;
    return times > most ? times : most;
  }, 1n);

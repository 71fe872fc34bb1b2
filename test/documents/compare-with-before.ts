import { findTotalsFault } from '../../src/shared/documents/check-totals.ts';
import type { PricedDocument } from '../../src/shared/documents/totals.ts';
import { computeTotals } from '../../src/shared/documents/totals.ts';
import { writePlaces } from './random-documents.ts';
import { tooLargeForTwoDecimals, twoDecimalTotals } from './two-decimal-totals.ts';

/** Numbers by chance from a seed (mulberry32): a million documents take seconds. */
function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t = (t + Math.imul(t ^ (t >>> 7), t | 61)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Hundredths up to a tenth, a thousandth … of the most: as many small figures as large ones. */
function randomHundredths(random: () => number, most: number): string {
  const size = 10 ** Math.floor(random() * Math.log10(most * 10));
  return writePlaces(BigInt(Math.min(most, Math.floor(random() * size * 10))), 2);
}

/** A document of the specification's shape: dollars, two decimals, one rate or a flat tax. */
function randomDocument(random: () => number) {
  const count = random() < 0.01 ? 300 : 1 + Math.floor(random() * 12);
  return {
    currency: 'USD',
    lines: Array.from({ length: count }, () => ({
      quantity: randomHundredths(random, 9_999_999_999),
      unitPrice: randomHundredths(random, 9_999_999_999),
    })),
    taxRate: random() < 0.3 ? '0.00' : randomHundredths(random, 99_999),
    flatTax: random() < 0.5 ? '0.00' : randomHundredths(random, 9_999_999_999),
  } satisfies PricedDocument;
}

/**
 * Documents of the specification's shape by the arithmetic as it was and as it is.
 * @returns the first that comes to something else, or is refused in other words
 */
export function findChangedDocument(count: number, seed: number) {
  const random = randomFrom(seed);
  for (let n = 0; n < count; n += 1) {
    const document = randomDocument(random);
    const before = twoDecimalTotals(document.lines, document.taxRate, document.flatTax);
    const totals = computeTotals(document);
    const after = {
      lineTotals: totals.lines.map(({ total }) => total),
      subtotal: totals.subtotal,
      taxAmount: totals.taxAmount,
      total: totals.total,
    };
    const refusals = [tooLargeForTwoDecimals(before), findTotalsFault(document, totals)];
    const [one, other] = [
      [before, refusals[0]],
      [after, refusals[1]],
    ].map((each) => JSON.stringify(each));
    if (one !== other) return { document, before, after, refusals };
  }
  return undefined;
}

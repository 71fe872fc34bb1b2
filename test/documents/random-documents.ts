/** Documents by chance, for property tests: every currency, and all that lowers, raises or taxes them. */
import * as fc from 'fast-check';
import type {
  Adjustment,
  Charge,
  PricedDocument,
  PricedLine,
} from '../../src/shared/documents/totals.ts';
import { computeTotals } from '../../src/shared/documents/totals.ts';
import { CURRENCIES, currencyDecimals } from '../../src/shared/money/currencies.ts';
import { scaleDecimal } from '../../src/shared/money/decimal.ts';
import { customaryIncrement } from '../../src/shared/money/rounding-increment.ts';
import type { Tax, TaxCategory } from '../../src/shared/taxes/tax.ts';

/** A whole number of the last of `places` places, written: 1250 with three is "1.250". */
export function writePlaces(value: bigint, places: number): string {
  const digits = value.toString().padStart(places + 1, '0');
  const point = digits.length - places;
  return places === 0 ? digits : `${digits.slice(0, point)}.${digits.slice(point)}`;
}

const decimalBelow = (most: bigint, places: number): fc.Arbitrary<string> =>
  fc.bigInt({ min: 0n, max: most }).map((value) => writePlaces(value, places));

/** Mostly what people write, and at times the least and the most that a field takes. */
const quantity = fc.oneof(
  { weight: 4, arbitrary: decimalBelow(2_000n, 2) },
  { weight: 2, arbitrary: decimalBelow(100_000n, 0) },
  { weight: 2, arbitrary: decimalBelow(20_000_000n, 6) },
  { weight: 1, arbitrary: fc.constantFrom('0.00', '0.000001', '99999999.99', '1.333333') },
);
const unitPrice = fc.oneof(
  { weight: 4, arbitrary: decimalBelow(500_000n, 2) },
  { weight: 2, arbitrary: decimalBelow(2_000n, 0) },
  { weight: 2, arbitrary: decimalBelow(50_000_000n, 6) },
  { weight: 1, arbitrary: fc.constantFrom('0.00', '0.000001', '0.085', '99999999.999999') },
);

const percentage = (most: bigint) =>
  fc.oneof(
    decimalBelow(most, 0),
    decimalBelow(most * 10n, 1),
    decimalBelow(most * 10_000n, 4),
    fc.constantFrom('0.00', '100.00', '33.3333'),
  );

const rate = fc.oneof(
  { weight: 5, arbitrary: fc.constantFrom('5', '7.00', '8.875', '9.975', '19', '20.00', '0.00') },
  { weight: 2, arbitrary: decimalBelow(300_000n, 4) },
  { weight: 1, arbitrary: fc.constantFrom('999.9999', '0.0001', '100') },
);
const category = fc.constantFrom<TaxCategory | null>('S', 'Z', 'E', null, null);
const tax: fc.Arbitrary<Tax> = fc.record({
  name: fc.constantFrom('VAT', 'GST', 'PST', 'Levy'),
  rate,
  category,
  compound: fc.boolean(),
});

/** A few taxes that all lines choose from, in any order, so that sets repeat. */
const taxPool = fc.uniqueArray(tax, { minLength: 1, maxLength: 4, selector: taxIdentity });
function taxIdentity({ name, rate: percent, category: code, compound }: Tax): string {
  return [name, percent, code, compound].join();
}

const chosenFrom = (pool: readonly Tax[]): fc.Arbitrary<Tax[]> =>
  fc.oneof(fc.shuffledSubarray([...pool]), fc.constantFrom(pool.slice(0, 1), pool.slice(0, 2)));

/** In minor units; nothing here is code under test. */
function grossUnits(line: { quantity: string; unitPrice: string }, decimals: number): bigint {
  const scaled = (text: string) => {
    const [whole = '', fraction = ''] = text.split('.');
    return BigInt(whole + fraction.padEnd(6, '0'));
  };
  const divisor = 10n ** BigInt(12 - decimals);
  return (scaled(line.quantity) * scaled(line.unitPrice) * 2n + divisor) / (divisor * 2n);
}

const line = (decimals: number, pool: readonly Tax[]): fc.Arbitrary<PricedLine> =>
  fc
    .record({ quantity, unitPrice, taxes: pool.length === 0 ? fc.constant([]) : chosenFrom(pool) })
    .chain((priced) =>
      fc.oneof(
        { weight: 3, arbitrary: fc.constant(priced) },
        {
          weight: 1,
          arbitrary: percentage(100n).map((discountPercent) => ({ ...priced, discountPercent })),
        },
        {
          weight: 1,
          arbitrary: decimalBelow(grossUnits(priced, decimals), decimals).map((discountAmount) => ({
            ...priced,
            discountAmount,
          })),
        },
      ),
    );

const adjustment = (decimals: number, most: bigint): fc.Arbitrary<Adjustment> =>
  fc.oneof(
    percentage(40n).map((percent) => ({ percent })),
    decimalBelow(most, decimals).map((amount) => ({ amount })),
  );

const charge = (decimals: number, pool: readonly Tax[]): fc.Arbitrary<Charge> =>
  fc.oneof(
    adjustment(decimals, 50_000n),
    fc
      .tuple(adjustment(decimals, 50_000n), chosenFrom(pool))
      .map(([each, taxes]) => ({ ...each, taxes })),
  );

const increment = (currency: string): fc.Arbitrary<string | null> => {
  const decimals = currencyDecimals(currency);
  return fc.constantFrom(
    null,
    null,
    customaryIncrement(currency) ?? null,
    writePlaces(5n, decimals),
    writePlaces(25n, decimals),
  );
};

/** No call takes a discount above what it lowers, and no form shows a sum of one. */
function isPossible(document: PricedDocument): boolean {
  const { discountTotal, lineTotal } = computeTotals(document);
  const decimals = currencyDecimals(document.currency);
  return scaleDecimal(discountTotal, decimals) <= scaleDecimal(lineTotal, decimals);
}

const currency = fc.oneof(
  fc.constantFrom('USD', 'JPY', 'KWD', 'CHF', 'INR'),
  fc.constantFrom(...CURRENCIES),
);

/** Documents whose lines carry taxes of their own. */
export const taxedDocument: fc.Arbitrary<PricedDocument> = fc
  .tuple(currency, taxPool)
  .chain(([code, pool]) => {
    const decimals = currencyDecimals(code);
    return fc.record({
      currency: fc.constant(code),
      lines: fc.array(line(decimals, pool), { minLength: 1, maxLength: 12 }),
      discounts: fc.array(adjustment(decimals, 2_000n), { maxLength: 3 }),
      charges: fc.array(charge(decimals, pool), { maxLength: 3 }),
      pricesIncludeTax: fc.boolean(),
      roundingIncrement: increment(code),
    });
  })
  .filter(isPossible);

/** A few lines of a few cents, and several discounts that come near to all of them. */
export const tinyDocument: fc.Arbitrary<PricedDocument> = fc
  .tuple(currency, taxPool)
  .chain(([code, pool]) => {
    const decimals = currencyDecimals(code);
    const cents = (most: bigint) => decimalBelow(most, decimals);
    const tinyLine = fc
      .tuple(cents(4n), chosenFrom(pool))
      .map(([price, taxes]) => ({ quantity: '1', unitPrice: price, taxes }));
    return fc.record({
      currency: fc.constant(code),
      lines: fc.array(tinyLine, { minLength: 2, maxLength: 6 }),
      discounts: fc.array(
        cents(2n).map((amount) => ({ amount })),
        { minLength: 2, maxLength: 6 },
      ),
      charges: fc.array(charge(decimals, pool), { maxLength: 1 }),
      pricesIncludeTax: fc.boolean(),
    });
  })
  .filter(isPossible);

/** Documents as the specification has them: one rate, or a flat tax. */
export const plainDocument: fc.Arbitrary<PricedDocument> = currency.chain((code) => {
  const decimals = currencyDecimals(code);
  return fc.record({
    currency: fc.constant(code),
    lines: fc.array(line(decimals, []), { minLength: 1, maxLength: 12 }),
    taxRate: rate,
    flatTax: decimalBelow(5_000n, decimals),
  });
});

const REASONED = ['E', 'AE', 'K', 'G'] as const;
const vat = (percent: string): Tax => ({
  name: 'VAT',
  rate: percent,
  category: 'S',
  compound: false,
});
const untaxed = (code: TaxCategory): Tax => ({
  name: code,
  rate: '0.00',
  category: code,
  compound: false,
  ...(code === 'Z' ? {} : { exemptionReason: `Article ${code}` }),
});

/** Documents as EN 16931 knows them: one tax of one category on each line, amounts of two decimals. */
export const eInvoiceDocument: fc.Arbitrary<PricedDocument> = fc
  .tuple(
    fc.constantFrom('EUR', 'USD', 'JPY', 'PLN', 'CHF'),
    fc.uniqueArray(fc.constantFrom('20.00', '19.00', '5.50', '2.10', '8.875', '25.00'), {
      minLength: 1,
      maxLength: 3,
    }),
    fc.subarray([...REASONED, 'Z' as const]),
    fc.boolean(),
  )
  .chain(([code, rates, codes, isOutside]) => {
    const decimals = currencyDecimals(code);
    // BR-O-11: nothing stands beside what is outside the scope.
    const pool = isOutside ? [untaxed('O')] : [...rates.map(vat), ...codes.map(untaxed)];
    const one = fc.constantFrom(...pool).map((each) => [each]);
    const priced = fc.tuple(line(decimals, []), one).map(([bare, taxes]) => ({ ...bare, taxes }));
    const ofLines = adjustment(decimals, 50_000n);
    const apart = fc.tuple(ofLines, one).map(([each, taxes]) => ({ ...each, taxes }));
    return fc.boolean().chain((pricesIncludeTax) =>
      fc.record({
        currency: fc.constant(code),
        lines: fc.array(priced, { minLength: 1, maxLength: 12 }),
        discounts: fc.array(adjustment(decimals, 2_000n), { maxLength: 3 }),
        // A charge that includes tax has no net figure of its own.
        charges: fc.array(pricesIncludeTax ? ofLines : fc.oneof(ofLines, apart), { maxLength: 3 }),
        pricesIncludeTax: fc.constant(pricesIncludeTax),
        roundingIncrement: increment(code),
      }),
    );
  })
  .filter(isPossible);

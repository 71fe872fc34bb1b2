import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  countPlaces,
  divideByWeights,
  divideRounded,
  formatDecimal,
  formatQuantity,
  formatRate,
  groupThousands,
  isZero,
  parseDecimal,
  parseTyped,
  scaleDecimal,
  writeDecimal,
  writeUsual,
} from './decimal.ts';

describe('decimals', () => {
  it.each([
    ['0', 2, 0n],
    ['.5', 2, 50n],
    ['12.', 2, 1_200n],
    ['-3.05', 2, -305n],
    ['+3.05', 2, 305n],
    ['1.2000', 2, 120n],
    [' 7 ', 0, 7n],
    ['7.000', 0, 7n],
    ['0.085', 6, 85_000n],
    ['1.333333', 6, 1_333_333n],
    ['99999999.99', 2, 9_999_999_999n],
    ['-0', 2, 0n],
  ])('reads %s with %i places', (text, places, value) =>
    expect(parseDecimal(text, places)).toBe(value),
  );

  it.each([
    ['', 2],
    ['.', 2],
    ['-', 2],
    ['1.005', 2],
    ['0.5', 0],
    ['1e3', 2],
    ['1,000', 2],
    ['NaN', 2],
    ['Infinity', 2],
    ['٣', 2],
    ['0x10', 2],
    ['1 2', 2],
    ['--1', 2],
    ['1'.repeat(31), 2],
    [`1.${'0'.repeat(61)}`, 2],
    [`${' '.repeat(100)}1`, 2],
  ])('refuses "%s" with %i places', (text, places) => {
    expect(parseDecimal(text, places)).toBeUndefined();
    expect(() => scaleDecimal(text, places)).toThrow(RangeError);
  });

  it('come back from text as they went in, whatever their places', () => {
    const value = fc.bigInt({ min: -(10n ** 20n), max: 10n ** 20n });
    fc.assert(
      fc.property(value, fc.integer({ min: 0, max: 12 }), (units, places) => {
        expect(scaleDecimal(writeDecimal(units, places), places)).toBe(units);
        const usual = writeUsual(units, places);
        expect(scaleDecimal(usual, Math.max(places, 2))).toBe(
          units * 10n ** BigInt(Math.max(0, 2 - places)),
        );
        expect(usual).toMatch(/^-?\d+\.\d\d(\d*[1-9])?$/);
      }),
    );
  });

  it.each([
    ['0', true],
    ['0.00', true],
    ['-0.000', true],
    ['0.0001', false],
    ['100', false],
  ])('%s is zero: %s', (text, zero) => expect(isZero(text)).toBe(zero));

  it.each([
    ['1.250', 2],
    ['3', 0],
    ['3.00', 0],
    ['0.000001', 6],
  ])('%s has %i places that count', (text, places) => expect(countPlaces(text)).toBe(places));
});

describe('rounding', () => {
  it('is half away from zero', () => {
    expect(divideRounded(5n, 10n)).toBe(1n);
    expect(divideRounded(-5n, 10n)).toBe(-1n);
    expect(divideRounded(5n, -10n)).toBe(-1n);
    expect(divideRounded(4n, 10n)).toBe(0n);
    expect(divideRounded(15n, 10n)).toBe(2n);
    const dividend = fc.bigInt({ min: -(10n ** 15n), max: 10n ** 15n });
    fc.assert(
      fc.property(dividend, fc.bigInt({ min: 1n, max: 9_999n }), (n, d) => {
        const doubled = 2n * (n - divideRounded(n, d) * d);
        expect(doubled <= d && doubled >= -d).toBe(true);
        expect(divideRounded(-n, d)).toBe(-divideRounded(n, d));
      }),
    );
  });
});

describe('division by largest remainder', () => {
  it.each([
    [100n, [1n, 1n, 1n], [34n, 33n, 33n]],
    [101n, [1n, 1n, 1n], [34n, 34n, 33n]],
    [10n, [7n, 2n, 1n], [7n, 2n, 1n]],
    [1n, [1n, 3n], [0n, 1n]],
    [5n, [0n, 1n, 0n], [0n, 5n, 0n]],
    [0n, [1n, 1n], [0n, 0n]],
    [7n, [0n, 0n], [0n, 0n]],
  ])('divides %s by %s', (whole, weights, parts) =>
    expect(divideByWeights(whole, weights)).toEqual(parts),
  );

  it('gives away the whole, each part within one of its exact share', () => {
    const weights = fc.array(fc.bigInt({ min: 0n, max: 10n ** 9n }), {
      minLength: 1,
      maxLength: 40,
    });
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 10n ** 12n }), weights, (whole, all) => {
        const sum = all.reduce((total, weight) => total + weight, 0n);
        fc.pre(sum > 0n);
        const parts = divideByWeights(whole, all);
        expect(parts.reduce((total, part) => total + part, 0n)).toBe(whole);
        for (const [index, part] of parts.entries()) {
          const away = part * sum - whole * (all[index] ?? 0n);
          expect(away < sum && away > -sum).toBe(true);
        }
      }),
    );
  });
});

describe('what people type and read', () => {
  it.each([
    ['1,200.50', 120_050n],
    ['$ 95', 9_500n],
    ['€95', 9_500n],
    [' 3 ', 300n],
    ['1,234,567', 123_456_700n],
    ['\u22125', -500n],
    ['7,25', 725n],
    ['7,', 700n],
    [',5', 50n],
    ['1,20', 120n],
    ['1,250', 125_000n],
    ['0,250', 25n],
    ['1250,500', 125_050n],
    ['1.250', 125n],
    ['1.250,50', 125_050n],
    ['-1.234.567,89', -123_456_789n],
    ['1.234.567', 123_456_700n],
    ["1'250.50", 125_050n],
    ['1\u2019250,50', 125_050n],
    ['1 250,50', 125_050n],
    ['1\u00a0250,50 €', 125_050n],
    ['1\u202f250.50', 125_050n],
  ])('takes %s', (typed, value) => expect(parseTyped(typed, 2)).toBe(value));

  it.each([
    '12,00.5',
    '1,2,3',
    '1,250,50',
    '1.25,5',
    "1'25",
    ',',
    'abc',
    '1.2.3',
    '',
    '1.005',
    '1e2',
    `${' '.repeat(200)}1`,
  ])('refuses %s', (typed) => expect(parseTyped(typed, 2)).toBeUndefined());

  it.each([
    ['2.00', '2'],
    ['1200.50', '1,200.5'],
    ['100.00', '100'],
    ['0.085000', '0.085'],
    ['-1.333333', '\u22121.333333'],
  ])('writes a quantity of %s as %s', (value, text) => expect(formatQuantity(value)).toBe(text));

  it.each([
    ['8.50', '8.5'],
    ['0.00', '0.0'],
    ['8.25', '8.25'],
    ['8.8750', '8.875'],
    ['20', '20.0'],
  ])('writes a rate of %s as %s', (value, text) => expect(formatRate(value)).toBe(text));

  it('groups thousands', () => {
    expect(['1', '999', '1000', '1234567'].map(groupThousands)).toEqual([
      '1',
      '999',
      '1,000',
      '1,234,567',
    ]);
    expect(formatDecimal('-1234567.80')).toBe('\u22121,234,567.80');
  });
});

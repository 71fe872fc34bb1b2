import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  divideRounded,
  formatMoney,
  formatQuantity,
  formatRate,
  hundredths,
  parseHundredths,
  parseTyped,
  sumDecimals,
  toDecimal,
} from './hundredths.ts';

describe('decimals', () => {
  it.each([
    ['0', 0n],
    ['.5', 50n],
    ['12.', 1200n],
    ['-3.05', -305n],
    ['1.2000', 120n],
    ['99999999.99', 9_999_999_999n],
  ])('reads %s', (text, value) => expect(parseHundredths(text)).toBe(value));

  it.each(['', '.', '-', '1.005', '1e3', '1,000', 'NaN', '٣', '0x10', '1 2'])(
    'refuses "%s"',
    (text) => expect(parseHundredths(text)).toBeUndefined(),
  );

  it('comes back from text as it went in', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: -(10n ** 12n), max: 10n ** 12n }), (value) => {
        expect(hundredths(toDecimal(value))).toBe(value);
      }),
    );
  });

  it('rounds half away from zero', () => {
    expect(divideRounded(5n, 10n)).toBe(1n);
    expect(divideRounded(-5n, 10n)).toBe(-1n);
    expect(divideRounded(4n, 10n)).toBe(0n);
    expect(divideRounded(15n, 10n)).toBe(2n);
    fc.assert(
      fc.property(
        fc.bigInt({ min: -(10n ** 15n), max: 10n ** 15n }),
        fc.integer({ min: 1, max: 9999 }),
        (n, d) => {
          const doubled = 2n * (n - divideRounded(n, BigInt(d)) * BigInt(d));
          expect(doubled <= BigInt(d) && doubled >= -BigInt(d)).toBe(true);
          expect(divideRounded(-n, BigInt(d))).toBe(-divideRounded(n, BigInt(d)));
        },
      ),
    );
  });

  it('sums cents exactly', () => {
    expect(sumDecimals(Array.from({ length: 1000 }, () => '0.10'))).toBe('100.00');
  });
});

describe('what people type and read', () => {
  it.each([
    ['1,200.50', '1200.50'],
    ['$ 95', '95.00'],
    [' 3 ', '3.00'],
    ['1,234,567', '1234567.00'],
    ['\u22125', '-5.00'],
  ])('takes %s', (typed, value) => expect(parseTyped(typed)).toBe(value));

  it.each(['1,20', '12,00.5', 'abc', '1.2.3', ''])('refuses %s', (typed) =>
    expect(parseTyped(typed)).toBeUndefined(),
  );

  it('formats', () => {
    expect(formatMoney('1234.5')).toBe('$1,234.50');
    expect(formatMoney('-1234567.89')).toBe('\u2212$1,234,567.89');
    expect(formatMoney('0')).toBe('$0.00');
    expect(formatQuantity('2.00')).toBe('2');
    expect(formatQuantity('1200.50')).toBe('1,200.5');
    expect(formatQuantity('100.00')).toBe('100');
    expect(formatRate('8.50')).toBe('8.5');
    expect(formatRate('0.00')).toBe('0.0');
    expect(formatRate('8.25')).toBe('8.25');
  });
});

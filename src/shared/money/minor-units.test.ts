import fc from 'fast-check';
import { expect, it } from 'vitest';
import { toDecimal } from './hundredths.ts';
import { currencyDecimals, fromMinorUnits, toMinorUnits } from './minor-units.ts';

it.each([
  ['12.50', 'USD', 1250],
  ['0.01', 'eur', 1],
  ['99999999.99', 'USD', 9_999_999_999],
  ['500.00', 'JPY', 500],
  ['1.25', 'KWD', 1250],
])('%s %s is %i', (amount, currency, minor) => {
  expect(toMinorUnits(amount, currency)).toBe(minor);
  expect(fromMinorUnits(minor, currency)).toBe(amount);
});

it('refuses what a currency cannot hold', () => {
  expect(() => toMinorUnits('500.50', 'JPY')).toThrow('JPY has no decimals');
  expect(() => fromMinorUnits(1234, 'KWD')).toThrow('Two decimals cannot hold 1234 KWD');
  for (const bad of [1.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53]) {
    expect(() => fromMinorUnits(bad, 'USD')).toThrow(RangeError);
  }
});

it('loses nothing on the way there and back', () => {
  const currency = fc.constantFrom('USD', 'EUR', 'KWD', 'JPY');
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: 99_999_999n }), currency, (value, code) => {
      const amount = toDecimal(currencyDecimals(code) === 0 ? value * 100n : value);
      expect(fromMinorUnits(toMinorUnits(amount, code), code)).toBe(amount);
    }),
  );
});

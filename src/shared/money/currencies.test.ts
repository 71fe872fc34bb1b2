import { describe, expect, it } from 'vitest';
import { CURRENCIES, currencyDecimals, isCurrency, largestAmount } from './currencies.ts';
import { formatMoney, minorUnits, money } from './money.ts';

/** Decimals that people write, as Unicode's data has them. */
const writtenDecimals = (currency: string) =>
  new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions()
    .maximumFractionDigits;

describe('the currencies of documents', () => {
  it('are codes of three capitals, each once, in alphabetical order', () => {
    expect(CURRENCIES.every((code) => /^[A-Z]{3}$/.test(code))).toBe(true);
    expect(CURRENCIES).toEqual([...new Set(CURRENCIES)].toSorted());
    expect(CURRENCIES).toHaveLength(155);
  });

  it('are known to Intl but for the one that Venezuela has beside its bolívar', () => {
    const known = new Set(Intl.supportedValuesOf('currency'));
    expect(CURRENCIES.filter((code) => !known.has(code))).toEqual(['VED']);
  });

  it('are all that Intl knows but for withdrawn ones and units of account', () => {
    const withdrawn = ['ANG', 'BGN', 'CUC', 'HRK', 'SLL', 'ZWL'];
    const unitsOfAccount = ['XDR', 'XSU'];
    const others = new Set([...withdrawn, ...unitsOfAccount]);
    // Another version of Unicode's data may know less.
    const left = Intl.supportedValuesOf('currency').filter((code) => !isCurrency(code));
    expect(left.filter((code) => !others.has(code))).toEqual([]);
    for (const code of others) expect(isCurrency(code)).toBe(false);
  });

  it('have the decimals of ISO 4217, which differ from what people write in these alone', () => {
    const differing = CURRENCIES.filter((code) => currencyDecimals(code) !== writtenDecimals(code));
    expect(differing).toEqual(
      'AFN ALL COP HUF IDR IQD IRR KPW LAK LBP MGA MMK PKR SOS SYP YER'.split(' '),
    );
    for (const code of differing) expect(currencyDecimals(code)).toBe(code === 'IQD' ? 3 : 2);
  });

  it.each([
    ['BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX VND VUV XAF XOF XPF', 0],
    ['BHD IQD JOD KWD LYD OMR TND', 3],
  ])('count %s with %i decimals, and all others with two', (codes, decimals) => {
    expect(CURRENCIES.filter((code) => currencyDecimals(code) === decimals)).toEqual(
      codes.split(' '),
    );
  });

  it.each(['', 'usd', 'US', 'USDX', 'XXX', 'XTS', 'XAU', 'CLF', 'toString', '__proto__'])(
    'are not "%s"',
    (code) => {
      expect(isCurrency(code)).toBe(false);
      expect(() => currencyDecimals(code)).toThrow(RangeError);
    },
  );
});

describe('the largest amount', () => {
  it.each([
    ['USD', '99999999.99'],
    ['JPY', '999999999999'],
    ['KWD', '99999999.999'],
    ['IDR', '999999999999.99'],
    ['IQD', '999999999999.999'],
  ])('of %s is %s', (currency, amount) => expect(largestAmount(currency)).toBe(amount));

  it('can be counted in every currency, in a number as well, and be written', () => {
    for (const currency of CURRENCIES) {
      const largest = money(largestAmount(currency), currency);
      expect(minorUnits(largest) <= BigInt(Number.MAX_SAFE_INTEGER)).toBe(true);
      expect(formatMoney(largest).replace(/\D/g, '')).toBe(largest.amount.replace('.', ''));
    }
  });
});

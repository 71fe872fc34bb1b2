import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CURRENCIES, currencyDecimals, youngCurrencyName } from './currencies.ts';
import {
  addMoney,
  compareMoney,
  currencyName,
  formatAmount,
  formatMoney,
  formatMoneyOrNone,
  formatSums,
  formatUnitPrice,
  fromMinorUnits,
  isPositive,
  minorUnits,
  money,
  negateMoney,
  noMoney,
  readMoney,
  readTypedMoney,
  subtractMoney,
  sumMoney,
  sumMoneyIn,
} from './money.ts';

const usd = (amount: string) => money(amount, 'USD');
const jpy = (amount: string) => money(amount, 'JPY');
const kwd = (amount: string) => money(amount, 'KWD');

describe('money', () => {
  it('is counted in the minor unit of its currency', () => {
    expect(minorUnits(usd('1234.50'))).toBe(123_450n);
    expect(minorUnits(jpy('1235'))).toBe(1_235n);
    expect(minorUnits(kwd('1.250'))).toBe(1_250n);
    expect(() => minorUnits(jpy('0.5'))).toThrow(RangeError);
    expect(() => minorUnits(usd('0.005'))).toThrow(RangeError);
    expect(() => minorUnits(money('1', 'XXX'))).toThrow(RangeError);
  });

  it('comes back from minor units as it went in, in every currency', () => {
    const units = fc.bigInt({ min: -(10n ** 15n), max: 10n ** 15n });
    fc.assert(
      fc.property(fc.constantFrom(...CURRENCIES), units, (currency, value) => {
        const amount = fromMinorUnits(value, currency);
        expect(minorUnits(amount)).toBe(value);
        expect(amount.amount.split('.')[1]?.length ?? 0).toBe(currencyDecimals(currency));
        expect(readMoney(amount.amount, currency)).toEqual(amount);
      }),
    );
  });

  it('is added, subtracted and compared within a currency alone', () => {
    expect(addMoney(usd('0.10'), usd('0.20'))).toEqual(usd('0.30'));
    expect(subtractMoney(kwd('1.000'), kwd('1.001'))).toEqual(kwd('-0.001'));
    expect(negateMoney(jpy('5'))).toEqual(jpy('-5'));
    expect(compareMoney(usd('9.00'), usd('10.00'))).toBe(-1);
    expect(compareMoney(usd('10'), usd('10.00'))).toBe(0);
    expect(compareMoney(usd('10.01'), usd('10.00'))).toBe(1);
    for (const both of [addMoney, subtractMoney, compareMoney]) {
      expect(() => both(usd('1.00'), jpy('1'))).toThrow('Amounts of two currencies: USD and JPY');
    }
  });

  it('is summed by currency, exactly', () => {
    const cents = Array.from({ length: 1_000 }, () => usd('0.10'));
    expect(sumMoney([...cents, jpy('3'), usd('0.01'), jpy('4')])).toEqual([
      usd('100.01'),
      jpy('7'),
    ]);
    expect(sumMoney([])).toEqual([]);
    expect(sumMoneyIn('USD', cents)).toEqual(usd('100.00'));
    expect(sumMoneyIn('JPY', [])).toEqual(jpy('0'));
    expect(() => sumMoneyIn('USD', [jpy('1')])).toThrow(RangeError);
  });

  it('has nothing of every currency with its decimals', () => {
    expect([noMoney('USD'), noMoney('JPY'), noMoney('KWD')].map(({ amount }) => amount)).toEqual([
      '0.00',
      '0',
      '0.000',
    ]);
    expect([usd('0.01'), usd('0.00'), usd('-1.00')].map(isPositive)).toEqual([true, false, false]);
  });

  it('is read with the decimals that its currency has, and with no more', () => {
    expect(readMoney('5', 'USD')).toEqual(usd('5.00'));
    expect(readMoney('1.5', 'KWD')).toEqual(kwd('1.500'));
    expect(readMoney('500.00', 'JPY')).toEqual(jpy('500'));
    expect(readMoney('500.50', 'JPY')).toBeUndefined();
    expect(readMoney('1.005', 'USD')).toBeUndefined();
    expect(readMoney('1.0005', 'KWD')).toBeUndefined();
    expect(readTypedMoney('$ 1,200.5', 'USD')).toEqual(usd('1200.50'));
    expect(readTypedMoney('1,200', 'JPY')).toEqual(jpy('1200'));
    expect(readTypedMoney('1,2,0', 'USD')).toBeUndefined();
  });
});

describe('money as people read it', () => {
  it.each([
    ['1234.50', 'USD', '$1,234.50'],
    ['-1234567.89', 'USD', '\u2212$1,234,567.89'],
    ['0.00', 'USD', '$0.00'],
    ['1234.50', 'EUR', '€1,234.50'],
    ['1235', 'JPY', '¥1,235'],
    ['1234.500', 'KWD', 'KWD\u00a01,234.500'],
    ['1234.50', 'HUF', 'HUF\u00a01,234.50'],
    ['99999999.99', 'USD', '$99,999,999.99'],
    ['999999999999.99', 'IDR', 'IDR\u00a0999,999,999,999.99'],
  ])('is %s %s as %s', (amount, currency, text) =>
    expect(formatMoney(money(amount, currency))).toBe(text),
  );

  it('follows a language', () => {
    expect(formatMoney(money('1234.50', 'EUR'), 'de-DE')).toBe('1.234,50\u00a0€');
    expect(formatMoney(jpy('1235'), 'ja-JP')).toBe('￥1,235');
    expect(currencyName('EUR')).toBe('Euro');
    expect(currencyName('EUR', 'fr')).toBe('euro');
  });

  it('names every currency, also those that a browser does not know yet', () => {
    for (const code of CURRENCIES) expect(currencyName(code)).not.toBe(code);
    expect(['SLE', 'VED', 'XCG', 'ZWG'].map(youngCurrencyName)).toEqual([
      'Sierra Leonean Leone',
      'Bolívar Digital',
      'Caribbean Guilder',
      'Zimbabwe Gold',
    ]);
  });

  it('keeps every digit of what a number could not hold', () => {
    expect(formatMoney(money('999999999999.999', 'IQD'))).toContain('999,999,999,999.999');
    expect(formatAmount(money('90071992547409.93', 'USD'))).toBe('90,071,992,547,409.93');
  });

  it('writes a unit price with the places that it has', () => {
    expect(formatUnitPrice(usd('0.085'))).toBe('$0.085');
    expect(formatUnitPrice(usd('110.00'))).toBe('$110.00');
    expect(formatUnitPrice(jpy('500.00'))).toBe('¥500');
    expect(formatUnitPrice(jpy('0.50'))).toBe('¥0.5');
  });

  it('writes sums of several currencies in one line', () => {
    expect(formatSums([usd('1200.00'), money('300.00', 'EUR')], 'USD')).toBe('$1,200.00 + €300.00');
    expect(formatSums([], 'JPY')).toBe('¥0');
    // In one order everywhere, however they come.
    const several = ['JPY', 'GBP', 'USD', 'CHF'].map((currency) => money('3', currency));
    expect(formatSums(several, 'USD')).toBe('$3.00 + CHF\u00A03.00 + £3.00 + ¥3');
    expect(formatMoneyOrNone(null)).toBe('—');
  });
});

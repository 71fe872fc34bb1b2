import { describe, expect, it } from 'vitest';
import { CURRENCIES } from './currencies.ts';
import { minorUnits } from './money.ts';
import {
  chosenIncrement,
  customaryIncrement,
  findIncrementFault,
  offeredIncrements,
} from './rounding-increment.ts';

describe('the increment that totals are rounded to', () => {
  it('is a whole number of minor units, and more than one', () => {
    const customary = CURRENCIES.flatMap((currency) => {
      const amount = customaryIncrement(currency);
      return amount === undefined ? [] : [{ currency, amount }];
    });
    expect(customary).toHaveLength(12);
    for (const each of customary) {
      expect(minorUnits(each) > 1n).toBe(true);
      expect(offeredIncrements(each.currency)).toContain(each.amount);
    }
  });

  it.each([
    ['CHF', '0.05'],
    ['INR', '1.00'],
    ['HUF', '5.00'],
    ['USD', undefined],
    ['EUR', undefined],
    ['JPY', undefined],
  ])('of %s is %s', (currency, increment) => expect(customaryIncrement(currency)).toBe(increment));

  it.each([
    ['CHF', ['0.05', '0.10', '0.20', '0.25', '0.50', '1.00', '5.00', '10.00']],
    ['JPY', ['5', '10', '50', '100', '500', '1000']],
    ['KWD', ['0.005', '0.050', '0.100', '0.200', '0.250', '0.500', '1.000', '5.000', '10.000']],
  ])('is offered in %s from more than its smallest unit on', (currency, increments) =>
    expect(offeredIncrements(currency)).toEqual(increments),
  );

  it.each([
    ['0.05', 'EUR', undefined],
    ['0.01', 'EUR', undefined],
    ['10', 'EUR', undefined],
    ['0', 'EUR', 'Rounding increment must be a multiple of €0.01, and at most €10.00'],
    ['10.01', 'EUR', 'Rounding increment must be a multiple of €0.01, and at most €10.00'],
    ['0.005', 'EUR', 'Rounding increment must be a multiple of €0.01, and at most €10.00'],
    ['0.05', 'JPY', 'Rounding increment must be a multiple of ¥1, and at most ¥1,000'],
    ['a', 'EUR', 'Rounding increment must be a multiple of €0.01, and at most €10.00'],
  ])('%s in %s: %s', (increment, currency, fault) =>
    expect(findIncrementFault(increment, currency)).toBe(fault),
  );

  it('of new documents is what the business chose for their currency', () => {
    const chosen = [{ currency: 'CHF', increment: '0.05' }];
    expect([chosenIncrement(chosen, 'CHF'), chosenIncrement(chosen, 'SEK')]).toEqual([
      '0.05',
      null,
    ]);
  });
});

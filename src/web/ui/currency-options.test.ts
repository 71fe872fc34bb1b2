import { describe, expect, it } from 'vitest';
import { CURRENCIES } from '../../shared/money/currencies.ts';
import { currencyOptions, findCurrencies } from './currency-options.ts';

const OPTIONS = currencyOptions(['USD', 'EUR', 'USD']);
const found = (typed: string) => findCurrencies(OPTIONS, typed).map(({ value }) => value);

describe('the currencies that can be chosen', () => {
  it('are those in use, then all others by their codes, each with its name', () => {
    const codes = OPTIONS.map(({ value }) => value);
    expect(codes).toEqual(['USD', 'EUR', ...CURRENCIES.filter((c) => c !== 'USD' && c !== 'EUR')]);
    for (const { value, label } of OPTIONS) {
      expect(label).toMatch(new RegExp(`^${value} – .{4,}`));
    }
  });

  it('are found by code and by name', () => {
    expect(found('')).toHaveLength(CURRENCIES.length);
    expect(found('chf')).toEqual(['CHF']);
    expect(found(' swiss ')).toEqual(['CHF']);
    expect(found('zimbabwe')).toEqual(['ZWG']);
    expect(found('bolivar')).toContain('VED');
    expect(found('bolivar')).toContain('VES');
    expect(found('no such')).toEqual([]);
  });

  it('begin with the code that begins so, and the name that has a word of it', () => {
    expect(found('eu')[0]).toBe('EUR');
    expect(found('ran')[0]).toBe('ZAR');
    expect(found('dollar')[0]).toBe('USD');
  });
});

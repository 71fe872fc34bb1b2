import { describe, expect, it } from 'vitest';
import type * as z from 'zod';
import {
  exchangeRateField,
  moneyField,
  quantityField,
  rateField,
  unitPriceField,
} from './fields.ts';

const quantity = quantityField('Quantity', 'Quantity must be positive');
const price = unitPriceField('Unit price');
const amount = moneyField('Amount');
const rate = rateField('Tax rate');
const exchangeRate = exchangeRateField('Exchange rate');

/** What is stored, or why nothing is. */
const read = (field: z.ZodType, value: unknown): unknown => {
  const { success, data, error } = field.safeParse(value);
  return success ? data : error.issues[0]?.message;
};
/** As it arrives: parsed from JSON. */
const readJson = (field: z.ZodType, json: string) => read(field, JSON.parse(json));

const SIX = 'must be a number with at most six decimals';
const INEXACT = 'has more digits than a JSON number keeps: send it as text, such as "1234.50"';

describe('a decimal', () => {
  it.each<[z.ZodType, string, string]>([
    [quantity, 'Quantity', SIX],
    [price, 'Unit price', SIX],
    [amount, 'Amount', 'must be a number'],
    [rate, 'Tax rate', 'must be a number with at most four decimals'],
    [exchangeRate, 'Exchange rate', 'must be a number with at most ten decimals'],
  ])('%#: is required, and said to be no number where it is none (%s)', (field, label, message) => {
    for (const absent of [undefined, null, '', ' ']) {
      expect(read(field, absent)).toBe(`${label} is required`);
    }
    for (const none of ['1e400', '-1e400', '1e21', 'true', '{}', '[]', '"1e3"', '"x"']) {
      expect(readJson(field, none)).toBe(`${label} ${message}`);
    }
  });

  it('of money names the decimals that currencies have at most, of a number alone', () => {
    for (const text of ['1.0005', ' -1.0005', '.00001']) {
      expect(read(amount, text)).toBe('Amount must be a number with at most three decimals');
    }
    for (const text of ['abc', '1,5', '1.2.3', '-', '.']) {
      expect(read(amount, text)).toBe('Amount must be a number');
    }
  });

  it('is read alike as text and as a JSON number of at most 15 digits', () => {
    for (const text of ['0.1', '1.333333', '0.000001', '99999999.123457', '1234567.654321']) {
      expect(readJson(quantity, text)).toBe(read(quantity, text));
      expect(read(quantity, text)).toMatch(/^\d+\.\d{2,6}$/);
    }
    expect(readJson(amount, '999999999999.999')).toBe('999999999999.999');
    expect(readJson(exchangeRate, '1e-7')).toBe('0.0000001');
    for (const text of ['99999999.12345699', '1.0000001', '0.3333333333333333']) {
      expect([readJson(quantity, text), read(quantity, text)]).toEqual([
        `Quantity ${SIX}`,
        `Quantity ${SIX}`,
      ]);
    }
    expect(readJson(rate, '1e-25')).toBe('Tax rate must be a number with at most four decimals');
  });

  it('drops the last bits of a sum of binary floats, and nothing else', () => {
    expect(read(quantity, 0.1 + 0.2)).toBe('0.30');
    expect(read(price, 1_234.56 * 3)).toBe('3703.68');
    expect(read(amount, 1.1 + 2.2)).toBe('3.30');
  });

  it('is refused as a JSON number that has lost digits on its way', () => {
    // 123456789012.12346 is what a binary float keeps of it.
    expect(readJson(price, '123456789012.123456')).toBe(`Unit price ${INEXACT}`);
    expect(read(price, '123456789012.123456')).toBe('123456789012.123456');
    expect(readJson(price, '100000000000000000000')).toBe(
      'Unit price must be at most 999,999,999,999.999',
    );
  });
});

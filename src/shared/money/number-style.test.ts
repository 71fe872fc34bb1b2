import { describe, expect, test } from 'vitest';
import { parseTyped } from './decimal.ts';
import { numberStyle, readNumber, signFault, writeFigures, writeInStyle } from './number-style.ts';

describe('numbers as people write them', () => {
  test.each([
    ['Germany', '1.500', '1500', '1.500,00'],
    ['Austria', '1.500', '1500', '1\u00A0500,00'],
    ['Germany', '1,333', '1.333', '1,3330'],
    ['Germany', '1.500,00', '1500', undefined],
    ['Germany', '€ 1.50', '1.5', '1,50'],
    ['Germany', '7,25', '7.25', undefined],
    ['Germany', '1.234.567', '1234567', undefined],
    ['Germany', '0,125', '0.125', undefined],
    ['Germany', '1500', '1500', undefined],
    ['United States', '1.500', '1.5', '1.50'],
    ['United States', '1,333', '1333', '1,333.00'],
    ['United States', '1,200.50', '1200.5', undefined],
    ['United States', '7,25', '7.25', '7.25'],
    ['India', '1,23,456.00', '123456', undefined],
    ['India', '12,34,567', '1234567', undefined],
    ['India', '1,333', '1333', '1,333.00'],
    ['India', '1.333', '1.333', '1.3330'],
    ['Germany', '-1,333%', '-1.333', '\u22121,3330%'],
    ['Germany', '1234.567', '1234.567', '1.234,5670'],
    ['France', '1.500', '1.5', '1,50'],
    ['France', '1 500,5', '1500.5', undefined],
    ['France', '1,333', '1.333', '1,3330'],
    ['Switzerland', '1\u2019500.50', '1500.5', undefined],
    ['Switzerland', '1,333', '1.333', '1.3330'],
    [null, '1,333', '1333', '1,333.00'],
  ])('in %s %s is %s', (country, typed, value, understood) => {
    const read = readNumber(typed, numberStyle(country));
    expect(parseTyped(read.plain.replace('%', ''), 6)).toBe(parseTyped(value, 6));
    expect(read.understood).toBe(understood);
  });

  test('a rate has no thousands', () => {
    for (const country of ['United States', 'Germany', 'India']) {
      const style = numberStyle(country);
      expect(readNumber('8,875', style, { isRate: true }).plain).toBe('8.875');
      expect(readNumber('8,875%', style).plain).toBe('8.875%');
      expect(readNumber('8.875', style, { isRate: true }).plain).toBe('8.875');
    }
  });

  test('an amount grouped as the country does it needs no words, and another does', () => {
    const [german, american] = [numberStyle('Germany'), numberStyle('United States')];
    expect(readNumber('1.500', german, { isAmount: true }).understood).toBeUndefined();
    expect(readNumber('1,500', german, { isAmount: true }).understood).toBe('1,50');
    expect(readNumber('1,500', american, { isAmount: true }).understood).toBeUndefined();
  });

  test.each(['about 5', '', '.', '1.2.3,4', '1,5,5', '9'.repeat(200)])('%s stays', (text) => {
    expect(readNumber(text, numberStyle('Germany')).understood).toBeUndefined();
  });

  test.each([
    ['Germany', '1,234,567.50', '1.234.567,50'],
    ['Germany', '1.333', '1,333'],
    ['Germany', '10%', '10%'],
    ['Germany', 'about 1.5', 'about 1.5'],
    ['India', '123,456.00', '1,23,456.00'],
    ['United States', '1,234.50', '1,234.50'],
    ['Switzerland', '1,234.50', expect.stringMatching(/^1['\u2019]234\.50$/)],
    ['Spain', '1,234.50', '1.234,50'],
    ['Egypt', '1,234.50', '1,234.50'],
  ])('in %s %s is written %s, and read again', (country, text, written) => {
    const style = numberStyle(country);
    const own = writeInStyle(text, style);
    expect(own).toEqual(written);
    expect(parseTyped(readNumber(own, style).plain, 6)).toBe(parseTyped(text, 6));
  });

  test('money is grouped as the country groups money, and other numbers as numbers', () => {
    const austria = numberStyle('Austria');
    expect(writeInStyle('12,345.60', austria, { isAmount: true })).toBe('12.345,60');
    expect(writeInStyle('12,345.60', austria)).toBe('12\u00A0345,60');
  });

  test.each([
    ['30% or 500.00', '30% or 500,00'],
    ['€5.00 of R-2026.001', '€5,00 of R-2026.001'],
    ['Amount must be at most €99,999,999.99.', 'Amount must be at most €99.999.999,99.'],
    ['For 12 months from Nov 03, 2026, as in 7,25', 'For 12 months from Nov 03, 2026, as in 7,25'],
  ])('beside a German field, %s is %s', (words, written) =>
    expect(writeFigures(words, numberStyle('Germany'))).toBe(written),
  );

  test('a percentage where none can be is told so', () => {
    const words = 'Enter a number without a percent sign';
    expect(signFault('12,5 %', ',', { takesPercent: false })).toBe(words);
    expect(signFault('12,5 %', ',', { takesPercent: true })).toBeUndefined();
  });

  test('says how decimals are written where nobody can tell', () => {
    const words = 'Write decimals with a point, as in 7.25';
    for (const typed of ['12,00.5', '1,2,3', '1.2.3', '$ 1,250,50']) {
      expect(signFault(typed, '.', { takesPercent: false }), typed).toBe(words);
    }
    expect(signFault('1,2,3', ',', { takesPercent: false })).toBe(
      'Write decimals with a comma, as in 7,25',
    );
    for (const typed of [
      '7,25',
      '1,2345',
      ',',
      '1.0000005',
      'two',
      'Nov. 3, 2026',
      '',
      '1 250,50',
    ]) {
      expect(signFault(typed, '.', { takesPercent: false }), typed).toBeUndefined();
    }
  });
});

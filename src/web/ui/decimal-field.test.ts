import { expect, test } from 'vitest';
import { shownDecimal } from './decimal-field.tsx';

test.each([
  ['1200.5', { kind: 'money', currency: 'USD' }, '1,200.50'],
  ['1,200.50', { kind: 'money', currency: 'EUR' }, '1,200.50'],
  ['1200', { kind: 'money', currency: 'JPY' }, '1,200'],
  ['¥ 1200', { kind: 'money', currency: 'JPY' }, '1,200'],
  ['1200.5', { kind: 'money', currency: 'JPY' }, '1200.5'],
  ['1.5', { kind: 'money', currency: 'KWD' }, '1.500'],
  ['1.250,50', { kind: 'money', currency: 'EUR' }, '1,250.50'],
  ['1,250', { kind: 'money', currency: 'KWD' }, '1,250.000'],
  ['7,25', { kind: 'quantity' }, '7.25'],
  ['8,875', { kind: 'rate' }, '8,875'],
  ['', { kind: 'money', currency: 'USD' }, ''],
  ['about 5', { kind: 'money', currency: 'USD' }, 'about 5'],
  ['1.005', { kind: 'money', currency: 'USD' }, '1.005'],
  ['95', { kind: 'price', currency: 'USD' }, '95.00'],
  ['0.085', { kind: 'price', currency: 'USD' }, '0.085'],
  ['1200.000', { kind: 'price', currency: 'JPY' }, '1,200'],
  ['0.5', { kind: 'price', currency: 'JPY' }, '0.5'],
  ['1.333333', { kind: 'price', currency: 'KWD' }, '1.333333'],
  ['2.00', { kind: 'quantity' }, '2'],
  ['18.50', { kind: 'quantity' }, '18.5'],
  ['0.085000', { kind: 'quantity' }, '0.085'],
  ['8.50', { kind: 'rate' }, '8.5'],
  ['8.875', { kind: 'rate' }, '8.875'],
  ['0.00', { kind: 'rate' }, '0'],
] as const)('%s as %j is shown as %s', (value, of, shown) => {
  expect(shownDecimal(value, of)).toBe(shown);
});

import { expect, test } from 'vitest';
import { shownDecimal } from './decimal-field.tsx';

test.each([
  ['1200.5', 'money', '1,200.50'],
  ['1,200.50', 'money', '1,200.50'],
  ['', 'money', ''],
  ['about 5', 'money', 'about 5'],
  ['2.00', 'quantity', '2'],
  ['18.50', 'quantity', '18.5'],
  ['8.50', 'rate', '8.5'],
  ['0.00', 'rate', '0.0'],
] as const)('%s as %s is shown as %s', (value, kind, shown) => {
  expect(shownDecimal(value, kind)).toBe(shown);
});

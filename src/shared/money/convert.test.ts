import { expect, test } from 'vitest';
import { convertMoney } from './convert.ts';

test.each([
  ['100.00', 'EUR', 'USD', '1.1', '110.00'],
  ['0.01', 'EUR', 'USD', '0.5', '0.01'],
  ['0.01', 'EUR', 'USD', '0.4999999999', '0.00'],
  ['-0.01', 'EUR', 'USD', '0.5', '-0.01'],
  ['1000', 'JPY', 'USD', '0.0063752536', '6.38'],
  ['1.250', 'KWD', 'JPY', '510.5', '638'],
  ['12.34', 'USD', 'KWD', '0.3067', '3.785'],
  ['20.00', 'EUR', 'USD', '1.0845', '21.69'],
  ['100', 'JPY', 'EUR', '0.0058479532', '0.58'],
  ['10.00', 'USD', 'KWD', '0.3', '3.000'],
  ['99999999.99', 'EUR', 'IDR', '17000.0000000001', '1699999999830.01'],
])('%s %s in %s at %s is %s', (amount, currency, to, rate, converted) => {
  expect(convertMoney({ amount, currency }, { to, rate })).toEqual({
    amount: converted,
    currency: to,
  });
});

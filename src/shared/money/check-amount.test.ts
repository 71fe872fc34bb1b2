import { expect, test } from 'vitest';
import { AppError } from '../errors/app-error.ts';
import { requireAmount } from './check-amount.ts';

test.each([
  ['5', 'USD', '5.00'],
  ['99999999.99', 'USD', '99999999.99'],
  ['1.500', 'JPY', undefined],
  ['500.00', 'JPY', '500'],
  ['999999999999', 'JPY', '999999999999'],
  ['1.5', 'KWD', '1.500'],
])('%s %s is %s', (text, currency, amount) => {
  const read = () => requireAmount(text, currency, 'amount', 'Amount').amount;
  if (amount === undefined) expect(read).toThrow(AppError);
  else expect(read()).toBe(amount);
});

test.each([
  ['1.005', 'USD', 'Amount must be a number with at most two decimals'],
  ['five', 'EUR', 'Amount must be a number with at most two decimals'],
  ['0.5', 'JPY', 'Amount must be a whole number: JPY has no decimals'],
  ['1.0005', 'KWD', 'Amount must be a number with at most three decimals'],
  ['100000000', 'USD', 'Amount must be at most $99,999,999.99'],
  ['100000000', 'EUR', 'Amount must be at most €99,999,999.99'],
  ['1000000000000', 'JPY', 'Amount must be at most ¥999,999,999,999'],
  ['100000000', 'KWD', 'Amount must be at most KWD\u00a099,999,999.999'],
])('%s %s is refused: %s', (text, currency, message) => {
  try {
    requireAmount(text, currency, 'lineItems.0.discountAmount', 'Amount');
    expect.unreachable();
  } catch (error) {
    expect(error instanceof AppError && error.toBody()).toEqual({
      code: 'VALIDATION',
      message,
      fields: [{ path: 'lineItems.0.discountAmount', message }],
    });
  }
});

import { describe, expect, it } from 'vitest';
import { findAmountFault } from '../money/check-amount.ts';
import { findPriceFault, findTotalsFault } from './check-totals.ts';
import type { PricedDocument, PricedLine } from './totals.ts';
import { computeTotals } from './totals.ts';

const document = (currency: string, line: Partial<PricedLine>, rest: object = {}) =>
  ({
    currency,
    lines: [
      { quantity: '1', unitPrice: '10' },
      { quantity: '1', unitPrice: '10', ...line },
    ],
    ...rest,
  }) satisfies PricedDocument;
const findFault = (priced: PricedDocument) =>
  findPriceFault(priced) ?? findTotalsFault(priced, computeTotals(priced));

describe('an amount', () => {
  it.each([
    ['0.5', 'JPY', 'Amount must be a whole number: JPY has no decimals'],
    ['0.005', 'USD', 'Amount must be a number with at most two decimals'],
    ['0.0005', 'KWD', 'Amount must be a number with at most three decimals'],
    ['100000000', 'USD', 'Amount must be at most $99,999,999.99'],
    ['1000000000000', 'JPY', 'Amount must be at most ¥999,999,999,999'],
  ])('of %s %s is refused', (amount, currency, message) =>
    expect(findAmountFault(amount, currency, 'Amount')).toBe(message),
  );

  it.each([
    ['5.00', 'JPY'],
    ['99999999.99', 'USD'],
    ['999999999999', 'JPY'],
    ['0.001', 'KWD'],
    ['1.5000', 'USD'],
  ])('of %s %s can be held', (amount, currency) =>
    expect(findAmountFault(amount, currency, 'Amount')).toBeUndefined(),
  );
});

describe('what no document can hold', () => {
  it.each<[PricedDocument, string, string]>([
    [
      document('USD', { discountAmount: '0.005' }),
      'lineItems.1.discountAmount',
      'Discount amount must be a number with at most two decimals',
    ],
    [
      document('USD', { unitPrice: '100000000', quantity: '0.01' }),
      'lineItems.1.unitPrice',
      'Unit price must be at most $99,999,999.99',
    ],
    [
      document('USD', { discountAmount: '10.01' }),
      'lineItems.1.discountAmount',
      'Discount of line 2 must be at most $10.00',
    ],
    [
      document('USD', { unitPrice: '99999999.99', quantity: '1.01' }),
      'lineItems.1.unitPrice',
      'Amount of line 2 must be at most $99,999,999.99',
    ],
    [
      document('USD', {}, { discounts: [{ percent: '50' }, { amount: '10.01' }] }),
      'discounts.1.amount',
      'Discounts must be at most the sum of the lines, $20.00',
    ],
    [
      document('USD', {}, { discounts: [{ amount: '10.01' }, { percent: '50' }] }),
      'discounts.1.percent',
      'Discounts must be at most the sum of the lines, $20.00',
    ],
    [
      document('JPY', {}, { discounts: [{ amount: '0.50' }] }),
      'discounts.0.amount',
      'Discount amount must be a whole number: JPY has no decimals',
    ],
    [
      document('KWD', {}, { charges: [{ percent: '5' }, { amount: '0.0001' }] }),
      'charges.1.amount',
      'Charge amount must be a number with at most three decimals',
    ],
    [
      document('JPY', {}, { flatTax: '0.50' }),
      'taxAmount',
      'Tax amount must be a whole number: JPY has no decimals',
    ],
    [
      document('USD', { unitPrice: '99999999.99' }),
      'subtotal',
      'Subtotal must be at most $99,999,999.99',
    ],
    [
      document('USD', { unitPrice: '50000000' }, { taxRate: '300' }),
      'taxAmount',
      'Tax amount must be at most $99,999,999.99',
    ],
    [
      document('USD', { unitPrice: '50000000' }, { taxRate: '100' }),
      'total',
      'Total must be at most $99,999,999.99',
    ],
  ])('%#: %o', (priced, path, message) => expect(findFault(priced)).toEqual({ path, message }));

  it('is nothing of what just fits', () => {
    expect(
      findFault(
        document(
          'USD',
          { discountAmount: '10.00' },
          { discounts: [{ percent: '100' }], charges: [{ amount: '99999999.99' }] },
        ),
      ),
    ).toBeUndefined();
    expect(findFault(document('JPY', { unitPrice: '999999999989' }))).toBeUndefined();
  });
});

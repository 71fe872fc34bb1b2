import { expect, test } from 'vitest';
import { money } from '../money/money.ts';
import { withdrawParts } from './withdrawn-parts.ts';

const payment = {
  currency: 'USD',
  unappliedAmount: '20.00',
  allocations: [
    { invoiceId: 1, invoiceNumber: 'INV-1', amount: '100.00' },
    { invoiceId: 2, invoiceNumber: 'INV-2', amount: '50.00' },
  ],
};
const withdrawn = (amount: string) =>
  withdrawParts(payment, money(amount, 'USD')).map((part) => part.withdrawn.amount);

test('a refund takes credit first, and then the last part', () => {
  expect(withdrawn('20')).toEqual(['0.00', '0.00']);
  expect(withdrawn('20.01')).toEqual(['0.00', '0.01']);
  expect(withdrawn('70')).toEqual(['0.00', '50.00']);
  expect(withdrawn('71')).toEqual(['1.00', '50.00']);
  expect(withdrawn('170')).toEqual(['100.00', '50.00']);
});

import { expect, it } from 'vitest';
import { money } from '../money/money.ts';
import { describeLateFee, monthlyInterest } from './late-fee.ts';

it.each([
  ['100.00', 'USD', '1.5', '1.50'],
  ['66.70', 'USD', '1.5', '1.00'],
  ['33.00', 'USD', '1.5', '0.50'],
  ['0.20', 'USD', '1.5', '0.00'],
  ['1001', 'JPY', '0.05', '1'],
  ['12.345', 'KWD', '9.9999', '1.234'],
  ['9999999999.99', 'USD', '100', '9999999999.99'],
])('interest on %s %s at %s%% is %s', (amount, currency, percent, interest) => {
  expect(monthlyInterest(money(amount, currency), percent)).toEqual(money(interest, currency));
});

it('says what it is for', () => {
  const of = { invoiceNumber: 'INV-7', dueDate: '2026-12-10', nth: 2 };
  expect(
    describeLateFee({ kind: 'fixed', amount: '15', afterDays: 10, delivery: 'draft' }, of),
  ).toBe('Late fee for invoice INV-7, due on Dec 10, 2026');
  expect(
    describeLateFee({ kind: 'percent', percent: '1.5000', months: 3, delivery: 'send' }, of),
  ).toBe('Interest for late payment of invoice INV-7, due on Dec 10, 2026: 1.5% for month 2');
});

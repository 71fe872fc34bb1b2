import { expect, test } from 'vitest';
import { money } from '../money/money.ts';
import type { PayableInvoice } from './divide-payment.ts';
import { dividePayment, leftOfDivision } from './divide-payment.ts';

const euro = (amount: string) => money(amount, 'EUR');
const later: PayableInvoice = { id: 1, nextDueDate: '2026-12-20', amountDue: '107.00' };
const first: PayableInvoice = { id: 2, nextDueDate: '2026-11-02', amountDue: '50.10' };
const sameDay: PayableInvoice = { id: 3, nextDueDate: '2026-11-02', amountDue: '20.00' };
const divided = (amount: string, ...invoices: PayableInvoice[]) =>
  [...dividePayment(euro(amount), invoices)].map(([id, part]) => [id, part.amount]);

test('what was due first is filled first, and of one day what is older', () => {
  expect(divided('177.10', later, sameDay, first)).toEqual([
    [2, '50.10'],
    [3, '20.00'],
    [1, '107.00'],
  ]);
  expect(divided('60.11', later, sameDay, first)).toEqual([
    [2, '50.10'],
    [3, '10.01'],
    [1, '0.00'],
  ]);
});

test('no invoice takes more than is due on it: the rest is left', () => {
  const parts = dividePayment(euro('100.00'), [first, sameDay]);
  expect([...parts.values()].map(({ amount }) => amount)).toEqual(['50.10', '20.00']);
  expect(leftOfDivision(euro('100.00'), parts.values())).toEqual(euro('29.90'));
  expect(divided('100.00')).toEqual([]);
});

test('what is told stays, and the others are filled with what it leaves', () => {
  const told = { ...later, told: euro('90.00') };
  expect(divided('100.00', told, first, sameDay)).toEqual([
    [2, '10.00'],
    [3, '0.00'],
    [1, '90.00'],
  ]);
  // More is told than came: nothing is left for the others, and what is missing is seen.
  const parts = dividePayment(euro('80.00'), [told, first]);
  expect(parts.get(2)).toEqual(euro('0.00'));
  expect(leftOfDivision(euro('80.00'), parts.values())).toEqual(euro('-10.00'));
  // An invoice that is told to take nothing takes nothing.
  expect(divided('60.00', { ...first, told: euro('0.00') }, sameDay)).toEqual([
    [2, '0.00'],
    [3, '20.00'],
  ]);
});

test('currencies without decimals and with three', () => {
  const yen = dividePayment(money('1000', 'JPY'), [
    { id: 1, nextDueDate: '2026-11-01', amountDue: '400' },
    { id: 2, nextDueDate: '2026-11-02', amountDue: '900' },
  ]);
  expect([...yen.values()].map(({ amount }) => amount)).toEqual(['400', '600']);
  const dinar = dividePayment(money('1.000', 'KWD'), [
    { id: 1, nextDueDate: '2026-11-01', amountDue: '0.999' },
    { id: 2, nextDueDate: '2026-11-02', amountDue: '0.005' },
  ]);
  expect([...dinar.values()].map(({ amount }) => amount)).toEqual(['0.999', '0.001']);
});

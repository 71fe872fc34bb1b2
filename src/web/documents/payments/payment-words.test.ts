import { expect, test } from 'vitest';
import { money } from '../../../shared/money/money.ts';
import { formatApplied, formatDivision } from './payment-words.ts';

const usd = (amount: string) => money(amount, 'USD');
const part = (invoiceNumber: string, amount: string) => ({ invoiceId: 1, invoiceNumber, amount });

test('a division says what came for which invoices, and what stays due or is left', () => {
  const divided = {
    currency: 'USD',
    allocations: [part('T-1', '760.00')],
    unappliedAmount: '0.00',
  };
  expect(formatDivision(divided, usd('222.80'))).toBe('$760.00 for T-1. $222.80 stays due.');
  expect(formatDivision(divided, usd('0.00'))).toBe('$760.00 for T-1.');
  expect(formatDivision(divided)).toBe('$760.00 for T-1.');
  const two = [part('T-1', '10.00'), part('T-2', '20.50')];
  expect(formatDivision({ ...divided, allocations: two, unappliedAmount: '5.00' })).toBe(
    '$30.50 for T-1 and T-2. $5.00 stays as credit.',
  );
  expect(formatDivision({ ...divided, allocations: [], unappliedAmount: '5.00' })).toBe(
    '$5.00 stays as credit.',
  );
});

test('of a step only what it applied is said', () => {
  const divided = {
    currency: 'USD',
    allocations: [part('T-1', '107.00'), { ...part('T-2', '40.00'), invoiceId: 2 }],
    unappliedAmount: '10.00',
  };
  expect(formatApplied(divided, [{ invoiceId: 2, amount: '30.00' }])).toBe(
    '$30.00 for T-2. $10.00 stays as credit.',
  );
});

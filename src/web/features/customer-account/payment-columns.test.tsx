import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router';
import { expect, test } from 'vitest';
import type { AccountPayment } from '../../../shared/payments/account-payment.contract.ts';
import { paymentList } from './payment-columns.tsx';

const INVOICE = { invoiceId: 3, invoiceNumber: 'INV-003' };
const REFUNDED = {
  status: 'refunded',
  amount: '1000.00',
  currency: 'SEK',
  refundedAmount: '1000.00',
  unappliedAmount: '0.00',
  paymentDate: '2026-11-28',
  paymentMethod: 'card',
  reference: null,
  methodDetail: null,
  allocations: [],
  wasFor: [INVOICE],
} as unknown as AccountPayment;

const { columns, card } = paymentList({ apply: () => {}, undo: () => {}, sendReceipt: undefined });
const For = columns.find(({ title }) => title === 'For');
const words = (payment: AccountPayment) =>
  renderToStaticMarkup(<MemoryRouter>{For?.render(payment)}</MemoryRouter>)
    .replaceAll(/<[^>]*>/g, '  ')
    .replaceAll('\u00a0', ' ')
    .split(/\s{2,}/)
    .filter((part) => part !== '');

test('a payment that was given back says for which invoice it was, and that it was refunded', () => {
  expect(words(REFUNDED)).toEqual(['INV-003', 'Refunded']);
  expect(card(REFUNDED)).toMatchObject({
    below: 'Nov 28, 2026 · INV-003',
    end: 'Refunded',
    to: '/invoices/3',
  });
});

test('of one that counts in part, what was refunded and what settles nothing yet', () => {
  const partly: AccountPayment = {
    ...REFUNDED,
    status: 'completed',
    refundedAmount: '100.00',
    unappliedAmount: '50.00',
    allocations: [{ ...INVOICE, amount: '850.00' }],
    wasFor: [],
  };
  expect(words(partly)).toEqual(['INV-003', 'SEK 100.00 refunded, SEK 50.00 credit']);
});

import { describe, expect, test } from 'vitest';
import type {
  InvoiceDetail,
  InvoiceEvent,
  InvoiceEventType,
  Payment,
} from '../../../../shared/invoices/invoice.contract.ts';
import { money } from '../../../../shared/money/money.ts';
import { formatInvoiceEvent } from './format-invoice-event.ts';
import {
  formatRefundEffect,
  listOverpayments,
  paymentNotes,
  paymentTitle,
  refundableAmount,
} from './payment-labels.ts';

const card: Payment = {
  id: 1,
  invoiceId: 7,
  amount: '107.00',
  currency: 'USD',
  paymentDate: '2026-11-11',
  paymentMethod: 'card',
  status: 'completed',
  provider: 'stripe',
  methodDetail: 'Visa ending 4242',
  allocatedAmount: '107.00',
  unappliedAmount: '0.00',
  reversal: null,
  reference: null,
  refundedAmount: '0.00',
  pendingRefundAmount: '0.00',
  partAmount: null,
  stillOwedAmount: '0.00',
  dispute: 'none',
  receiptUrl: null,
  notes: null,
  createdAt: '2026-11-11T15:42:00Z',
};
const byHand: Payment = { ...card, id: 2, provider: null, methodDetail: null };
const notes = (change: Partial<Payment>) =>
  paymentNotes({ ...card, ...change }).map(({ words }) => words);

test('paymentTitle says how it came', () => {
  expect(paymentTitle(card)).toBe('Card, Visa ending 4242');
  expect(paymentTitle({ ...card, methodDetail: null })).toBe('Card');
  expect(paymentTitle({ ...card, methodDetail: 'Bank debit' })).toBe('Bank debit');
  expect(paymentTitle({ ...card, provider: 'paypal', methodDetail: 'PayPal' })).toBe('PayPal');
  expect(paymentTitle({ ...card, provider: 'paypal', methodDetail: 'isla@x.example' })).toBe(
    'PayPal, isla@x.example',
  );
  expect(paymentTitle({ ...byHand, paymentMethod: 'bank_transfer' })).toBe('Bank transfer');
  expect(paymentTitle({ ...byHand, paymentMethod: null })).toBe('Payment');
});

describe('paymentNotes', () => {
  test('a plain payment needs none', () => {
    expect(notes({})).toEqual([]);
  });

  test('refunds: a part, on its way, whole', () => {
    expect(notes({ refundedAmount: '7.00' })).toEqual(['$7.00 refunded']);
    expect(notes({ refundedAmount: '7.00', pendingRefundAmount: '20.00' })).toEqual([
      '$7.00 refunded',
      'A refund of $20.00 is on its way',
    ]);
    expect(notes({ status: 'refunded', refundedAmount: '107.00' })).toEqual(['Refunded in full']);
  });

  test('what needs a look is told apart', () => {
    expect(paymentNotes({ ...card, status: 'review', notes: 'Paid 90.00.' })).toEqual([
      { words: 'Needs review: Paid 90.00. It does not count as paid.', tone: 'bad' },
    ]);
    expect(notes({ dispute: 'open' })).toEqual(['Disputed by the customer: Stripe decides']);
    expect(notes({ dispute: 'won' })).toEqual(['Dispute won']);
    expect(notes({ dispute: 'lost', status: 'reversed' })).toEqual([
      'Dispute lost: the money was returned',
    ]);
    expect(notes({ status: 'reversed' })).toEqual(['Reversed']);
    expect(notes({ status: 'failed' })).toEqual(['Failed']);
    expect(notes({ status: 'pending' })).toEqual(['Being confirmed']);
  });
});

describe('refunds', () => {
  test('what is left of an online payment', () => {
    const left = (change: Partial<Payment>) => refundableAmount({ ...card, ...change }).amount;
    expect(left({})).toBe('107.00');
    expect(left({ refundedAmount: '7.00', pendingRefundAmount: '20.00' })).toBe('80.00');
    expect(left({ refundedAmount: '107.00' })).toBe('0.00');
    expect(left({ status: 'review' })).toBe('107.00');
    expect(left({ status: 'pending' })).toBe('0.00');
    expect(left({ dispute: 'open' })).toBe('0.00');
    expect(refundableAmount(byHand).amount).toBe('0.00');
    expect(left({ currency: 'KWD', amount: '1.250', refundedAmount: '0.500' })).toBe('0.750');
    expect(left({ currency: 'JPY', amount: '500', dispute: 'open' })).toBe('0');
  });

  test('what is too much is of the payment that carries it', () => {
    const usd = (amount: string) => money(amount, 'USD');
    const settled = { ...card, amount: '200.00', allocatedAmount: '200.00' };
    const transfer = {
      ...byHand,
      amount: '250.00',
      allocatedAmount: '221.20',
      unappliedAmount: '28.80',
    };
    // A card that could give it back, and does not carry it.
    expect(listOverpayments({ id: 7, payments: [settled, transfer] })).toEqual([
      { payment: transfer, credit: usd('28.80'), refundable: undefined },
    ]);
    const late = { ...card, id: 3, allocatedAmount: '0.00', unappliedAmount: '107.00' };
    expect(listOverpayments({ id: 7, payments: [settled, late] })).toEqual([
      { payment: late, credit: usd('107.00'), refundable: usd('107.00') },
    ]);
    const onItsWay = { ...late, pendingRefundAmount: '100.00' };
    expect(listOverpayments({ id: 7, payments: [onItsWay] })[0]?.refundable).toEqual(usd('7.00'));
    // Credit of what was divided by hand is no overpayment of this invoice.
    expect(listOverpayments({ id: 7, payments: [{ ...transfer, invoiceId: null }] })).toEqual([]);
    expect(listOverpayments({ id: 7, payments: [card, { ...late, status: 'reversed' }] })).toEqual(
      [],
    );
  });

  test('what a refund will do', () => {
    const usd = (amount: string) => money(amount, 'USD');
    const paid = {
      id: 7,
      amountWrittenOff: '0.00',
      status: 'paid',
      currency: 'USD',
      total: '107.00',
      payments: [card],
    } as InvoiceDetail;
    expect(formatRefundEffect(paid, card, usd('107.00'))).toMatch(
      /^\$107.00 is returned.*is then open again\.$/,
    );
    expect(formatRefundEffect(paid, card, usd('7.00'))).toMatch(/stays paid\.$/);
    // What the customer paid otherwise does not make up for a payment that goes back whole.
    const seven = { ...byHand, amount: '7.00', allocatedAmount: '7.00' };
    const mixed = { ...paid, total: '114.00', payments: [card, seven] };
    expect(formatRefundEffect(mixed, card, usd('107.00'))).toMatch(/is then open again\.$/);
    const twice = {
      ...paid,
      payments: [card, { ...card, id: 9, allocatedAmount: '0.00', unappliedAmount: '107.00' }],
    };
    expect(formatRefundEffect(twice, card, usd('107.00'))).toMatch(/stays paid\.$/);
    expect(formatRefundEffect({ ...paid, status: 'sent' }, card, usd('7.00'))).toMatch(
      /cannot be undone\.$/,
    );
  });
});

describe('formatInvoiceEvent of payments', () => {
  const words = (type: InvoiceEventType, data: InvoiceEvent['data'] = {}) =>
    formatInvoiceEvent({ type, data }, 'USD').words;

  test('what is told is said', () => {
    const stripe = { provider: 'stripe', amount: '107.00' };
    expect(words('payment.link', stripe)).toBe('Payment link created for $107.00');
    expect(words('payment.received', { ...stripe, method: 'Visa ending 4242' })).toBe(
      '$107.00 paid by Visa ending 4242',
    );
    expect(words('payment.received', { provider: 'paypal', amount: '5', method: 'PayPal' })).toBe(
      '$5.00 paid through PayPal',
    );
    expect(words('payment.processing', stripe)).toBe('$107.00 is being confirmed by Stripe');
    expect(words('payment.failed', stripe)).toBe('A payment of $107.00 failed');
    expect(words('payment.review', { ...stripe, expected: '90.00', reason: 'Paid less.' })).toBe(
      '$107.00 arrived and needs review, $90.00 was asked for: Paid less.',
    );
    const inEuro = { amount: '107.00', currency: 'EUR', expected: '120', expectedCurrency: 'JPY' };
    expect(words('payment.review', inEuro)).toBe(
      '€107.00 arrived and needs review, ¥120 was asked for',
    );
    expect(words('payment.refunded', { amount: '7.00' })).toBe('$7.00 refunded');
    expect(words('payment.refund_failed', { amount: '7.00', reason: 'Expired card' })).toBe(
      'A refund of $7.00 failed: Expired card',
    );
    expect(words('payment.disputed', stripe)).toBe(
      'A payment of $107.00 was disputed by the customer',
    );
    expect(words('payment.dispute_closed', { ...stripe, outcome: 'lost' })).toBe(
      'Dispute lost about $107.00',
    );
  });

  test('what is not told, or is no such thing, is not said', () => {
    const odd = { amount: 7, provider: 'bank', method: '', reason: null, outcome: 'maybe' };
    expect(words('payment.link', odd)).toBe('Payment link created');
    expect(words('payment.received', odd)).toBe('Payment received');
    expect(words('payment.dispute_closed', odd)).toBe('Dispute closed');
  });
});

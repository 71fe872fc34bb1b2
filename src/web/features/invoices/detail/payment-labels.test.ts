import { describe, expect, test } from 'vitest';
import type {
  InvoiceEvent,
  InvoiceEventType,
  Payment,
} from '../../../../shared/invoices/invoice.contract.ts';
import { money } from '../../../../shared/money/money.ts';
import { formatInvoiceEvent } from './format-invoice-event.ts';
import {
  foreseeRefund,
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
  adjustedAmount: '0.00',
  dispute: 'none',
  receiptUrl: null,
  notes: null,
  createdAt: '2026-11-11T15:42:00Z',
};
const byHand: Payment = { ...card, id: 2, provider: null, methodDetail: null };
const settled = { id: 7, amountDue: '0.00', amountAdjusted: '0.00' };
const notes = (change: Partial<Payment>, invoice: Partial<typeof settled> = {}) =>
  paymentNotes({ ...card, ...change }, { ...settled, ...invoice }).map(({ words }) => words);

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

  test('refunds: whether they are owed again', () => {
    const sixty = { refundedAmount: '60.00', adjustedAmount: '60.00' };
    expect(notes(sixty, { amountAdjusted: '60.00' })).toEqual([
      '$60.00 refunded, and not owed again',
    ]);
    const whole = {
      ...sixty,
      status: 'refunded',
      refundedAmount: '107.00',
      stillOwedAmount: '47.00',
    } as const;
    const open = { amountAdjusted: '60.00', amountDue: '47.00' };
    expect(notes(whole, open)).toEqual(['Refunded in full: $60.00 of it is not owed again']);
    const twenty = { amount: '50.00', refundedAmount: '20.00', stillOwedAmount: '20.00' };
    expect(notes(twenty, { amountDue: '77.00' })).toEqual(['$20.00 refunded, and owed again']);
    const thirty = { ...twenty, refundedAmount: '30.00' };
    expect(notes(thirty, { amountDue: '77.00' })).toEqual([
      '$30.00 refunded: $20.00 of it is owed again',
    ]);
    // Paid since, covered by a credit note since, for several invoices, or more than was asked for.
    expect(notes(twenty)).toEqual(['$20.00 refunded']);
    expect(notes(sixty)).toEqual(['$60.00 refunded']);
    expect(notes({ ...twenty, invoiceId: null }, { amountDue: '77.00' })).toEqual([
      '$20.00 refunded',
    ]);
    expect(notes({ refundedAmount: '90.00' }, open)).toEqual(['$90.00 refunded']);
  });

  test('what needs a look is told apart', () => {
    expect(paymentNotes({ ...card, status: 'review', notes: 'Paid 90.00.' }, settled)).toEqual([
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

  const usd = (amount: string) => money(amount, 'USD');
  const paid = {
    id: 7,
    currency: 'USD',
    total: '100.00',
    issueDate: '2026-11-01',
    dueDate: '2026-12-01',
    installments: [],
    invoiceType: 'standard' as 'standard' | 'deposit',
    amountPaid: '100.00',
    amountDue: '0.00',
    amountAdjusted: '0.00',
    amountWrittenOff: '0.00',
    overpaid: '0.00',
  };
  const today = '2026-11-11';
  const hundred = { ...card, amount: '100.00', allocatedAmount: '100.00' };
  const fifty = { ...card, amount: '50.00', allocatedAmount: '50.00' };
  const seven = { ...byHand, amount: '7.00', allocatedAmount: '7.00' };
  const rest = { ...hundred, refundedAmount: '60.00', allocatedAmount: '40.00' };
  const open = { ...paid, amountDue: '50.00' };
  const twice = { ...paid, overpaid: '100.00' };

  test.each([
    ['all', paid, hundred, '100.00', 'The invoice is then open again, with $100.00 due.'],
    ['a part', paid, hundred, '60.00', 'The invoice stays paid.'],
    [
      'the rest of it',
      { ...paid, amountAdjusted: '60.00' },
      rest,
      '40.00',
      'The invoice is then open again, with $40.00 due. The $60.00 refunded before is still not owed.',
    ],
    [
      'all of one of two payments',
      paid,
      seven,
      '7.00',
      'The invoice is then open again, with $7.00 due.',
    ],
    ['a part of a part', open, fifty, '20.00', '$70.00 is then due.'],
    [
      'what came too much',
      twice,
      { ...hundred, unappliedAmount: '100.00' },
      '100.00',
      'The invoice stays paid.',
    ],
    [
      'more than came too much',
      { ...paid, overpaid: '30.00' },
      hundred,
      '40.00',
      'The invoice stays paid.',
    ],
    ['of one in review', open, { ...fifty, status: 'review' }, '20.00', ''],
    ['of one for several', paid, { ...hundred, invoiceId: null, partAmount: '60.00' }, '20.00', ''],
  ] as const)('%s: what it does', (_name, invoice, payment, amount, words) => {
    const effect = formatRefundEffect(invoice, payment, usd(amount), { today });
    expect(effect).toBe(
      `$${amount} is returned the way it was paid (${paymentTitle(payment)}). This takes a few days and cannot be undone.${words && ` ${words}`}`,
    );
  });

  test('what a refund does follows the owner, who may say either', () => {
    const effect = (invoice: typeof paid, payment: Payment, amount: string, stillOwed: boolean) =>
      formatRefundEffect(invoice, payment, usd(amount), { today, said: stillOwed });
    expect(effect(paid, hundred, '60.00', true)).toMatch(
      / The invoice is then open again, with \$60\.00 due\.$/,
    );
    expect(effect(paid, hundred, '60.00', false)).toMatch(/ The invoice stays paid\.$/);
    expect(effect(paid, hundred, '100.00', false)).toMatch(
      / Nothing is due then, and the invoice reads Refunded\.$/,
    );
    expect(effect({ ...paid, amountWrittenOff: '5.00' }, hundred, '100.00', false)).toMatch(
      / The invoice stays paid\.$/,
    );
    expect(effect(open, fifty, '20.00', false)).toMatch(
      / \$50\.00 stays due: the refund is not owed again\.$/,
    );
    expect(effect({ ...paid, invoiceType: 'deposit' }, hundred, '100.00', false)).toMatch(
      / reads Refunded\. The final invoice deducts this deposit all the same\.$/,
    );
  });

  test('what is overdue at once is told', () => {
    const late = { ...paid, dueDate: '2026-11-10' };
    expect(formatRefundEffect(late, hundred, usd('100.00'), { today })).toMatch(
      / open again, with \$100\.00 due and overdue\.$/,
    );
    const half = { percent: '50', amount: null, event: null, days: null };
    const installments = ['2026-11-10', '2026-12-10'].map((dueDate) => ({ ...half, dueDate }));
    const halves = { ...paid, installments } as unknown as typeof paid;
    expect(formatRefundEffect(halves, hundred, usd('100.00'), { today })).toMatch(
      / with \$100\.00 due, \$50\.00 of it overdue\.$/,
    );
  });

  test('the owner is asked where it takes something off the invoice', () => {
    expect(foreseeRefund(paid, hundred, usd('60.00'))?.stillOwed).toBe(false);
    expect(foreseeRefund(paid, hundred, usd('100.00'))?.stillOwed).toBe(true);
    expect(foreseeRefund(open, fifty, usd('20.00'))?.stillOwed).toBe(true);
    expect(foreseeRefund(twice, hundred, usd('100.00'))).toBeUndefined();
    expect(foreseeRefund(paid, { ...hundred, invoiceId: null }, usd('20.00'))).toBeUndefined();
    expect(foreseeRefund(open, { ...fifty, status: 'review' }, usd('20.00'))).toBeUndefined();
    // What settles another invoice is taken from that one.
    const elsewhere = { ...hundred, amount: '150.00' };
    expect(foreseeRefund(paid, elsewhere, usd('120.00'), true)?.due).toEqual(usd('100.00'));
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

import { describe, expect, test } from 'vitest';
import type { PublicInvoice } from '../../../shared/invoices/public-invoice.contract.ts';
import type { PaymentConfirmation } from '../../../shared/payments/payment.contract.ts';
import type { ReceiptPhase } from './receipt-labels.ts';
import { formatReceipt, receiptTitle, secondsUntilNext } from './receipt-labels.ts';

const data = {
  invoice: {
    invoiceNumber: 'INV-1',
    status: 'sent',
    dueDate: '2026-12-05',
    nextDueDate: '2026-12-05',
    currency: 'USD',
    total: '107.00',
    amountDue: '57.00',
  },
  businessProfile: { businessName: 'Marram', email: 'isla@marram.example' },
  paymentConfig: { hasStripe: true, hasPayPal: false, testMode: false },
} as PublicInvoice;

const confirmation: PaymentConfirmation = {
  state: 'paid',
  invoiceNumber: 'INV-1',
  businessName: 'Marram',
  amount: '57.00',
  currency: 'USD',
  dueDate: '2026-12-05',
  amountDue: '0.00',
  nextDueDate: '2026-12-05',
  paidDate: '2026-11-24',
  method: 'Visa ending 4242',
  alreadyPaid: false,
  receiptEmailed: true,
};

const of = (phase: ReceiptPhase, answer?: Partial<PaymentConfirmation>, changed = data) =>
  formatReceipt(changed, answer && { ...confirmation, ...answer }, phase, { today: '2026-11-30' });

describe('receiptOf', () => {
  test('paid: the day of the payment, and a receipt by mail only where one was sent', () => {
    const paid = of('paid', {});
    expect(paid.heading).toBe('Payment Successful!');
    expect(paid.note).toBe('A receipt has been sent to your email address.');
    expect(paid.rows.map(({ value }) => value)).toEqual(['INV-1', 'Marram', 'Nov 24, 2026']);
    expect(paid.method).toBe('Visa ending 4242');
    expect(of('paid', { receiptEmailed: false }).note).toBe('Keep this receipt for your records.');
    expect(receiptTitle(paid)).toBe('Payment Successful · $57.00');
  });

  test('paid in part: when the rest is due, and that there is more after that only of a plan', () => {
    const rest = { label: 'Still due', value: '$700.00, due Dec 05, 2026' };
    expect(of('paid', { amountDue: '700.00' }).rows).toContainEqual(rest);
    const planned = of('paid', { amountDue: '700.00', nextDueDate: '2026-12-01' });
    expect(planned.rows).toContainEqual({ ...rest, value: '$700.00, next by Dec 01, 2026' });
  });

  test('confirming: what is due, today, and no call to pay again', () => {
    const confirming = of('confirming');
    expect(confirming.amount).toEqual({ amount: '57.00', currency: 'USD' });
    expect(confirming.rows[2]).toEqual({ label: 'Date', value: 'Nov 30, 2026' });
    expect(confirming.note).toContain('no need to pay again');
    expect(of('offline').note).toContain('no need to pay again');
    expect(of('tired').note).toContain('no need to pay again');
    expect(confirming.note).toContain('a few seconds');
    // The provider has it and still waits for the money.
    const taken = of('confirming', { state: 'confirming', method: null }).note;
    expect(taken).toContain('a bank payment a few days');
    expect(taken).not.toContain('a few seconds');
    expect(taken).toContain('no need to pay again');
  });

  test('unpaid: whom it is owed to and until when, and who says so', () => {
    const unpaid = of('unpaid', { state: 'unpaid', paidDate: null });
    expect(unpaid.heading).toBe('Payment not completed');
    expect(unpaid.rows.slice(1)).toEqual([
      { label: 'Owed to', value: 'Marram' },
      { label: 'Due', value: 'Dec 05, 2026' },
    ]);
    expect(unpaid.note).toBe('Stripe reports no payment; the invoice is still open.');
    expect(unpaid.mail).toBe('isla@marram.example');
    expect(of('unpaid', { state: 'failed' }).note).toContain('declined');
    const both = { ...data, paymentConfig: { ...data.paymentConfig, hasPayPal: true } };
    expect(of('unpaid', { state: 'unpaid' }, both).note).toMatch(/^No payment was made/);
  });

  test('review: it came, it is looked at, and nobody is to pay again', () => {
    const review = of('review', { state: 'review', amount: '50.00' });
    expect(review.heading).toBe('Payment received');
    expect(review.amount.amount).toBe('50.00');
    expect(review.note).toBe(
      'The amount is not what was due, so Marram is reviewing it. There is no need to pay again.',
    );
    expect(review.method).toBe('Visa ending 4242');
  });

  test('refunded: it looks like no payment that still stands', () => {
    const refunded = of('refunded', { state: 'refunded' });
    expect(refunded.heading).toBe('Payment refunded');
    expect(refunded.note).toBe('Marram refunded this payment.');
    expect(receiptTitle(refunded)).toBe('Payment refunded · $57.00');
  });

  test('a rehearsal says so, in every state; real money is no rehearsal', () => {
    const tested = { ...data, paymentConfig: { ...data.paymentConfig, testMode: true } };
    expect(of('paid', {}, tested).rehearsal).toBe('Test payment. No real money moved.');
    expect(of('refunded', {}, tested).rehearsal).toBe('Test payment. No real money moved.');
    expect(of('confirming', undefined, tested).rehearsal).toBe('Test mode. No real money moves.');
    expect(of('paid', {}).rehearsal).toBeNull();
  });

  test('already paid: what was tried last was not charged, and looks like no second payment', () => {
    const already = (method: string | null, fromPayPal: boolean) =>
      formatReceipt(data, { ...confirmation, alreadyPaid: true, method }, 'paid', { fromPayPal });
    expect(already('Visa ending 4242', true)).toMatchObject({
      heading: 'Already paid',
      note: 'It had already been paid by Visa ending 4242: your last attempt was not charged.',
    });
    expect(already('PayPal', false).heading).toBe('Already paid');
    expect(already(null, false).note).toBe(
      'It had already been paid: your last attempt was not charged.',
    );
    // The tab of the checkout that did pay, after another one had been opened.
    expect(already('Visa ending 4242', false).heading).toBe('Payment Successful!');
    expect(already('PayPal', true).heading).toBe('Payment Successful!');
  });

  test('every state has as many rows: nothing moves', () => {
    for (const phase of [
      'confirming',
      'offline',
      'tired',
      'paid',
      'review',
      'refunded',
      'unpaid',
    ] as const) {
      expect(of(phase).rows).toHaveLength(3);
    }
  });
});

test('questions come after 1, 2, 3 … and at most every 15 seconds', () => {
  expect([1, 2, 3, 14, 15, 16, 90].map(secondsUntilNext)).toEqual([1, 2, 3, 14, 15, 15, 15]);
});

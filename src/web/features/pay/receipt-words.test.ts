import { describe, expect, test } from 'vitest';
import type { PublicInvoice } from '../../../shared/invoices/public-invoice.contract.ts';
import type { PaymentConfirmation } from '../../../shared/payments/payment.contract.ts';
import type { ReceiptPhase } from './receipt-words.ts';
import { receiptOf, receiptTitle, secondsUntilNext } from './receipt-words.ts';

const data = {
  invoice: {
    invoiceNumber: 'INV-1',
    status: 'sent',
    dueDate: '2026-12-05',
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
  dueDate: '2026-12-05',
  paidDate: '2026-11-24',
  method: 'Visa ending 4242',
  receiptEmailed: true,
};

const of = (phase: ReceiptPhase, answer?: Partial<PaymentConfirmation>, changed = data) =>
  receiptOf(changed, answer && { ...confirmation, ...answer }, phase, '2026-11-30');

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

  test('confirming: what is due, today, and no call to pay again', () => {
    const confirming = of('confirming');
    expect(confirming.amount).toBe('57.00');
    expect(confirming.rows[2]).toEqual({ label: 'Date', value: 'Nov 30, 2026' });
    expect(confirming.note).toContain('no need to pay again');
    expect(of('offline').note).toContain('no need to pay again');
    expect(of('tired').note).toContain('no need to pay again');
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
    expect(of('unpaid', { state: 'failed' }).note).toContain('refused');
    const both = { ...data, paymentConfig: { ...data.paymentConfig, hasPayPal: true } };
    expect(of('unpaid', { state: 'unpaid' }, both).note).toMatch(/^No payment was made/);
  });

  test('every state has as many rows: nothing moves', () => {
    for (const phase of ['confirming', 'offline', 'tired', 'paid', 'unpaid'] as const) {
      expect(of(phase).rows).toHaveLength(3);
    }
  });
});

test('questions come after 1, 2, 3 … and at most every 15 seconds', () => {
  expect([1, 2, 3, 14, 15, 16, 90].map(secondsUntilNext)).toEqual([1, 2, 3, 14, 15, 15, 15]);
});

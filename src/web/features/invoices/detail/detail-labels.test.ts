import { describe, expect, test } from 'vitest';
import type { InvoiceDetail, InvoiceEvent } from '../../../../shared/invoices/invoice.contract.ts';
import { INVOICE_EVENTS } from '../../../../shared/invoices/invoice.contract.ts';
import { formatInstant } from '../../../lib/format-instant.ts';
import { formatInvoiceEvent } from './format-invoice-event.ts';
import { formatInvoiceTiming } from './format-invoice-timing.ts';

const UNPLANNED: InvoiceDetail['installments'] = [];

describe('formatInvoiceTiming', () => {
  const words = (
    status: InvoiceDetail['status'],
    dueDate: string,
    paidOn?: string,
    total = '100.00',
  ) => {
    const payments = paidOn ? [{ paymentDate: paidOn, status: 'completed' }] : [];
    const money = {
      currency: 'USD',
      total,
      amountAdjusted: '0.00',
      amountWrittenOff: '0.00',
      installments: UNPLANNED,
    };
    return formatInvoiceTiming(
      { status, dueDate, nextDueDate: dueDate, payments, ...money } as InvoiceDetail,
      '2026-11-20',
    );
  };

  test('unpaid', () => {
    expect(words('sent', '2026-12-20')).toEqual({ words: 'Due Dec 20, 2026, in 30 days.' });
    expect(words('sent', '2026-11-21')).toEqual({ words: 'Due Nov 21, 2026, tomorrow.' });
    expect(words('sent', '2026-11-20')).toEqual({ words: 'Due today, Nov 20, 2026.' });
    expect(words('overdue', '2026-11-07')).toEqual({
      words: 'Was due Nov 07, 2026, ',
      late: '13 days ago.',
    });
    expect(words('draft', '2026-11-07')).toEqual({ words: 'Not sent yet. Due Nov 07, 2026.' });
  });

  test('paid early, on the day, late, or without a payment to show', () => {
    const of = (day?: string) => words('paid', '2026-11-14', day).words;
    expect(of('2026-11-11')).toBe('Paid in full on Nov 11, 2026, 3 days early.');
    expect(of('2026-11-14')).toBe('Paid in full on Nov 14, 2026, the day it was due.');
    expect(of('2026-11-15')).toBe('Paid in full on Nov 15, 2026, 1 day late.');
    expect(of()).toBe('Paid in full.');
    expect(words('paid', '2026-11-14', '2026-11-15', '0.00').words).toBe(
      'Paid in full on Nov 15, 2026.',
    );
  });

  test('of a plan, whose parts were due on days of their own, only the day is said', () => {
    const invoice = {
      status: 'paid',
      dueDate: '2026-12-31',
      nextDueDate: '2026-12-31',
      payments: [{ paymentDate: '2026-11-24', status: 'completed' }],
      currency: 'USD',
      total: '100.00',
      amountAdjusted: '0.00',
      amountWrittenOff: '0.00',
      installments: [{}, {}],
    } as InvoiceDetail;
    expect(formatInvoiceTiming(invoice, '2026-11-25').words).toBe('Paid in full on Nov 24, 2026.');
  });

  test('paid, and a part given back', () => {
    const invoice = {
      status: 'paid',
      dueDate: '2026-11-14',
      nextDueDate: '2026-11-14',
      payments: [{ paymentDate: '2026-11-11', status: 'completed' }],
      currency: 'USD',
      amountAdjusted: '33.33',
      amountWrittenOff: '0.00',
    } as InvoiceDetail;
    expect(formatInvoiceTiming(invoice, '2026-11-20').words).toBe(
      'Paid on Nov 11, 2026. $33.33 was refunded and is not owed again.',
    );
    const whole = { ...invoice, payments: [] };
    expect(formatInvoiceTiming(whole, '2026-11-20').words).toBe(
      '$33.33 was refunded and is not owed again.',
    );
  });
});

describe('formatInvoiceEvent', () => {
  const words = (type: InvoiceEvent['type'], data: InvoiceEvent['data'] = {}) =>
    formatInvoiceEvent({ type, data }, 'USD').words;

  test('says what the event tells, and nothing else', () => {
    expect(words('invoice.created', { status: 'draft' })).toBe('Created');
    expect(words('invoice.created', { status: 'sent' })).toBe('Created and issued');
    expect(words('invoice.sent', { from: 'draft', to: 'sent' })).toBe('Marked as sent');
    expect(words('invoice.sent', { to: 'jonas@webersohn.com' })).toBe(
      'Sent to jonas@webersohn.com',
    );
    expect(words('invoice.reopened', { to: 'sent' })).toBe('Set back to sent');
    expect(words('invoice.paid', {})).toBe('Marked as paid');
    expect(
      words('invoice.paid', {
        amount: '2960.00',
        paymentMethod: 'bank_transfer',
        paymentDate: '2026-11-11',
      }),
    ).toBe('$2,960.00 received by bank transfer on Nov 11, 2026');
  });

  test('every kind of event has words', () => {
    for (const type of INVOICE_EVENTS) expect(words(type)).not.toBe('');
  });
});

test('instants are told in the zone of the business', () => {
  expect(formatInstant('2026-10-08T21:18:00.000Z', 'America/New_York')).toBe(
    'Oct 08, 2026, 5:18 PM',
  );
});

import { expect, test } from 'vitest';
import type { InvoiceDetail, Payment } from '../../../../shared/invoices/invoice.contract.ts';
import { formatReversal } from './format-reversal.ts';

test('what setting a paid invoice back reverses', () => {
  const byHand = {
    status: 'completed',
    provider: null,
    amount: '107.00',
    currency: 'USD',
    refundedAmount: '0.00',
    paymentMethod: 'cash',
    paymentDate: '2026-11-20',
  } as Payment;
  const online = {
    ...byHand,
    provider: 'stripe',
    amount: '100.00',
    refundedAmount: '7.00',
  } as Payment;
  const credits: InvoiceDetail['credits'] = [];
  const invoice = { currency: 'USD', credits, amountWrittenOff: '0.00' } as InvoiceDetail;
  const words = (...payments: Payment[]) => formatReversal({ ...invoice, payments }, 'Sent');
  const end = 'The status is then Sent, and the part that is not paid is due.';
  expect(words(byHand)).toEqual([
    'The payment of $107.00 (Cash) recorded for Nov 20, 2026 is reversed: it no longer counts.',
    end,
  ]);
  expect(words(online)).toEqual(['$7.00 that went back to the customer is owed again.', end]);
  expect(words({ ...byHand, status: 'reversed' })).toEqual([end]);
  expect(formatReversal({ ...invoice, payments: [], amountWrittenOff: '60.00' }, 'Sent')).toEqual([
    'The write-off of $60.00 is undone: it is owed again.',
    end,
  ]);
});

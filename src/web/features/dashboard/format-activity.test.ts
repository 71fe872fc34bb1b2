import { describe, expect, it } from 'vitest';
import type { Activity } from '../../../shared/dashboard/dashboard.contract.ts';
import { activitySchema } from '../../../shared/dashboard/dashboard.contract.ts';
import { formatActivity } from './format-activity.ts';

const said = (type: Activity['type'], data: Activity['data'] = {}) => {
  const { before, after, how } = formatActivity({ type, data, currency: 'USD' });
  return `${before}Harbor${after}${how ? `, ${how}` : ''}`;
};

describe('what happened, as a sentence', () => {
  it.each([
    ['invoice.created', { status: 'draft' }, 'You created an invoice for Harbor'],
    ['invoice.sent', { to: 'marta@example.com' }, 'You sent an invoice to Harbor'],
    ['invoice.sent', { to: 'sent' }, 'You marked an invoice for Harbor as sent'],
    ['invoice.overdue', {}, 'Harbor became overdue'],
    ['invoice.viewed', {}, 'Harbor viewed an invoice'],
    [
      'invoice.paid',
      { amount: '1860.00', paymentMethod: 'bank_transfer' },
      'Harbor paid $1,860.00, by bank transfer',
    ],
    ['invoice.paid', { from: 'sent', to: 'paid' }, 'An invoice for Harbor is paid in full'],
    ['invoice.reopened', { to: 'sent' }, 'You set an invoice for Harbor back to sent'],
    [
      'payment.received',
      { amount: '12.50', method: 'Visa ending 4242', provider: 'stripe' },
      'Harbor paid $12.50, by Visa ending 4242',
    ],
    ['payment.received', { provider: 'paypal' }, 'Harbor paid, through PayPal'],
    ['payment.failed', { amount: '5.00' }, '$5.00 from Harbor failed'],
    ['payment.refunded', { amount: '5.00' }, '$5.00 was refunded to Harbor'],
    ['payment.dispute_closed', { outcome: 'won' }, 'You won a dispute with Harbor'],
    ['email.sent', { kind: 'receipt' }, 'A receipt was emailed to Harbor'],
    ['email.sent', { kind: 'declined' }, 'A declined card notice was emailed to Harbor'],
    ['email.sent', { kind: 'refund' }, 'A refund notice was emailed to Harbor'],
    ['email.sent', { kind: 'acceptance' }, 'An acceptance was emailed to Harbor'],
    [
      'email.sent',
      { kind: 'invoice', to: 'marta@example.com', outbox: true },
      'An invoice for Harbor was kept in the outbox',
    ],
    [
      'invoice.sent',
      { to: 'marta@example.com', outbox: true },
      'You marked an invoice for Harbor as sent, email kept in the outbox',
    ],
    ['email.failed', { withdrawn: true }, 'An email to Harbor was not sent'],
    ['email.failed', { reason: 'no such user' }, 'An email to Harbor failed'],
    ['email.failed', { mayHaveArrived: true }, 'An email to Harbor may have been sent'],
    ['estimate.accepted', {}, 'Harbor accepted an estimate'],
    ['estimate.converted', {}, 'An estimate for Harbor became an invoice'],
  ] as const)('%s', (type, data, words) => expect(said(type, data)).toBe(words));

  it('has words for whatever can happen, also when it tells nothing or nonsense', () => {
    for (const type of activitySchema.shape.type.options) {
      for (const data of [{}, { amount: 5, to: [], reason: {}, by: null }]) {
        const words = said(type, data);
        expect(words).not.toMatch(/undefined|null|\[object|NaN/);
        expect(words.length).toBeGreaterThan(10);
      }
    }
  });
});

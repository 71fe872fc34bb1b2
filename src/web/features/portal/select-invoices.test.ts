import { expect, test } from 'vitest';
import type { PortalInvoice } from '../../../shared/customer-portal/portal.contract.ts';
import { findObstacleBeside, listTogether } from './select-invoices.ts';

let id = 0;
const invoice = (values: Partial<PortalInvoice> = {}): PortalInvoice => ({
  id: (id += 1),
  publicId: 'a',
  number: 'INV-1',
  issueDate: '2026-11-20',
  currency: 'USD',
  total: '5.00',
  status: 'sent',
  dueDate: '2026-12-20',
  nextDueDate: '2026-12-20',
  amountDue: '5.00',
  amountOverdue: '0.00',
  standing: 'sent',
  isBeingConfirmed: false,
  obstacle: null,
  charge: null,
  declinedCard: null,
  ...values,
});

test('what can be paid together is of one currency, and at most twenty', () => {
  const dollars = Array.from({ length: 21 }, () => invoice());
  const euros = [invoice({ currency: 'EUR' }), invoice({ currency: 'EUR' })];
  const others = [
    invoice({ currency: 'GBP' }),
    invoice({ isBeingConfirmed: true }),
    invoice({ charge: { card: 'Visa •••• 4242', date: '2026-12-20' } }),
    invoice({ currency: 'EUR', obstacle: 'Card payments cannot be used for more.' }),
  ];
  const ids = (list: PortalInvoice[]) => list.map((one) => one.id);
  expect(listTogether([...others, ...dollars, ...euros])).toEqual([
    { currency: 'USD', ids: ids(dollars.slice(0, 20)), isCut: true },
    { currency: 'EUR', ids: ids(euros), isCut: false },
  ]);
  expect(listTogether([invoice(), invoice({ currency: 'EUR' })])).toEqual([]);
});

test('an invoice says why it cannot be selected', () => {
  const none = { currency: undefined, isFull: false };
  expect(findObstacleBeside(invoice(), none)).toBeUndefined();
  expect(findObstacleBeside(invoice({ isBeingConfirmed: true }), none)).toBe(
    'Being confirmed: there is no need to pay again',
  );
  expect(findObstacleBeside(invoice({ obstacle: 'Too much.' }), none)).toBe('Too much.');
  expect(findObstacleBeside(invoice({ currency: 'EUR' }), { ...none, currency: 'USD' })).toBe(
    'In EUR: to be paid apart from USD',
  );
  expect(findObstacleBeside(invoice(), { currency: 'USD', isFull: true })).toBe(
    'At most 20 can be paid at once',
  );
});

import type { RecurringInput } from '../../src/shared/recurring/recurring.contract.ts';
import { recurringInput } from '../../src/shared/recurring/recurring.contract.ts';

/** A retainer on the first of each month from December 2026 on, as a caller sends it. */
export const aRecurringBody = (customerId: number, values: object = {}) => ({
  customerId,
  name: 'Retainer',
  notes: 'For {month} {year}',
  taxRate: '7',
  lineItems: [{ description: 'Retainer {period}', quantity: '1', unitPrice: '1000' }],
  schedule: { startDate: '2026-12-01', unit: 'month' },
  ...values,
});

/** The same, parsed by the contract. */
export const aRecurring = (customerId: number, values: object = {}): RecurringInput =>
  recurringInput.parse(aRecurringBody(customerId, values));

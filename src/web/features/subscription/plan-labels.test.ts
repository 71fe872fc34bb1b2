import { expect, it } from 'vitest';
import { PLAN_PRICES, planMoney } from '../../../shared/subscription/plans.ts';
import { formatCard, renewalDate, yearlySaving } from './plan-labels.ts';

it('adds the yearly plan up from twelve months', () => {
  expect(yearlySaving()).toEqual({ full: planMoney('119.88'), saving: planMoney('19.89') });
  expect(PLAN_PRICES.yearly).toEqual({ amount: '99.99', currency: 'USD' });
});

it('renews on the same day, or on the last of a shorter month', () => {
  expect(renewalDate('2026-11-20', 'yearly')).toBe('2027-11-20');
  expect(renewalDate('2026-11-20', 'monthly')).toBe('2026-12-20');
  expect(renewalDate('2026-12-31', 'monthly')).toBe('2027-01-31');
  expect(renewalDate('2026-01-31', 'monthly')).toBe('2026-02-28');
  expect(renewalDate('2028-02-29', 'yearly')).toBe('2029-02-28');
});

it('names a card', () => {
  expect(formatCard({ brand: 'visa', last4: '4242' })).toBe('Visa ending 4242');
  expect(formatCard({ brand: 'something_new', last4: '0001' })).toBe('Card ending 0001');
});

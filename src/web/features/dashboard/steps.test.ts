import { describe, expect, it } from 'vitest';
import type { Dashboard } from '../../../shared/dashboard/dashboard.contract.ts';
import { isFresh, progress, STEPS } from './steps.ts';

const NONE = { profile: false, customer: false, invoice: false, sent: false, payments: false };

describe('the first steps', () => {
  it('lead to the first that is not done, whichever are', () => {
    expect(progress(NONE)).toMatchObject({ count: 0, next: 'profile', told: STEPS });
    expect(progress({ ...NONE, customer: true })).toMatchObject({ count: 1, next: 'profile' });
    expect(progress({ ...NONE, profile: true, customer: true })).toMatchObject({
      count: 2,
      next: 'invoice',
      compact: false,
      told: STEPS,
    });
    const all = { profile: true, customer: true, invoice: true, sent: true, payments: true };
    expect(progress(all)).toMatchObject({ count: 5, next: undefined });
  });

  it('are only those that are left, once more than half are done', () => {
    const done = { ...NONE, profile: true, invoice: true, sent: true };
    const { compact, told } = progress(done);
    expect([compact, told.map(({ name }) => name)]).toEqual([true, ['customer', 'payments']]);
  });

  it('knows an account in which nothing has happened', () => {
    const month = { month: '2026-11', invoiced: '0.00', paid: '0.00', expenses: '0.00' };
    const nothing = { recentInvoices: [], recentActivity: [], months: [month] };
    expect(isFresh(nothing as unknown as Dashboard)).toBe(true);
    const spent = { ...nothing, months: [{ ...month, expenses: '0.01' }] };
    expect(isFresh(spent as unknown as Dashboard)).toBe(false);
  });
});

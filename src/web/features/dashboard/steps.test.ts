import { describe, expect, it } from 'vitest';
import type { Dashboard } from '../../../shared/dashboard/dashboard.contract.ts';
import { isFresh, progress } from './steps.ts';

const NONE = { profile: false, customer: false, invoice: false, sent: false, payments: false };

describe('the first steps', () => {
  it('lead to the first that is not done, whichever are', () => {
    expect(progress(NONE)).toEqual({ count: 0, next: 'profile' });
    expect(progress({ ...NONE, customer: true })).toEqual({ count: 1, next: 'profile' });
    expect(progress({ ...NONE, profile: true, customer: true })).toEqual({
      count: 2,
      next: 'invoice',
    });
    const all = { profile: true, customer: true, invoice: true, sent: true, payments: true };
    expect(progress(all)).toEqual({ count: 5, next: undefined });
  });

  it('knows an account in which nothing has happened', () => {
    const month = { month: '2026-11', invoiced: '0.00', paid: '0.00', expenses: '0.00' };
    const nothing = { recentInvoices: [], recentActivity: [], months: [month] };
    expect(isFresh(nothing as unknown as Dashboard)).toBe(true);
    const spent = { ...nothing, months: [{ ...month, expenses: '0.01' }] };
    expect(isFresh(spent as unknown as Dashboard)).toBe(false);
  });
});

import { describe, expect, it } from 'vitest';
import type { Schedule } from '../../../shared/recurring/schedule.ts';
import { planCatchUp } from './plan-catch-up.ts';

const daily: Schedule = {
  startDate: '2026-11-01',
  unit: 'day',
  every: 1,
  dayOfMonth: null,
  endDate: null,
  maxOccurrences: null,
};
const plan = (values: Partial<Parameters<typeof planCatchUp>[0]>, today: string) => {
  const due = { schedule: daily, nextIndex: 0, madeCount: 0, refusedOn: undefined };
  const { missed, make } = planCatchUp({ ...due, catchUp: 'all', ...values }, today);
  return { missed: missed.length, make: make?.date };
};

describe('catching up', () => {
  it.each([
    ['all', '2026-11-05', { missed: 0, make: '2026-11-01' }],
    ['latest', '2026-11-05', { missed: 4, make: '2026-11-05' }],
    ['none', '2026-11-05', { missed: 4, make: '2026-11-05' }],
    ['all', '2026-11-01', { missed: 0, make: '2026-11-01' }],
    ['none', '2026-11-01', { missed: 0, make: '2026-11-01' }],
    ['latest', '2026-10-31', { missed: 0, make: undefined }],
  ] as const)('with %s on %s', (catchUp, today, expected) => {
    expect(plan({ catchUp }, today)).toEqual(expected);
  });

  it('leaves out with none what is not of today, and makes with latest the newest of the past', () => {
    const monthly = { ...daily, unit: 'month' as const };
    expect(plan({ schedule: monthly, catchUp: 'none' }, '2027-01-15')).toEqual({ missed: 3 });
    expect(plan({ schedule: monthly, catchUp: 'latest' }, '2027-01-15')).toEqual({
      missed: 2,
      make: '2027-01-01',
    });
  });

  it('ends with the schedule', () => {
    const ended = { ...daily, endDate: '2026-11-03' };
    expect(plan({ schedule: ended, catchUp: 'latest' }, '2026-12-01')).toEqual({
      missed: 2,
      make: '2026-11-03',
    });
    expect(plan({ schedule: ended, catchUp: 'none' }, '2026-12-01')).toEqual({ missed: 3 });
  });

  it('makes what was refused, whatever it says', () => {
    for (const catchUp of ['latest', 'none'] as const) {
      expect(plan({ catchUp, refusedOn: '2026-11-04' }, '2026-11-05').make).toBe('2026-11-01');
      expect(plan({ catchUp, refusedOn: '2026-10-31' }, '2026-11-05').make).toBe('2026-11-05');
    }
  });
});

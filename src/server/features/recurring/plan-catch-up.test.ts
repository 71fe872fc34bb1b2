import { describe, expect, it } from 'vitest';
import type { ScheduleException } from '../../../shared/recurring/exceptions.ts';
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
interface Case extends Partial<Omit<Parameters<typeof planCatchUp>[0], 'plan'>> {
  schedule?: Schedule;
  exceptions?: ScheduleException[];
}
const catchUpOn = ({ schedule = daily, exceptions = [], ...values }: Case, today: string) => {
  const due = { nextIndex: 0, madeCount: 0, refusedOn: undefined, catchUp: 'all' } as const;
  return planCatchUp({ ...due, plan: { schedule, exceptions }, ...values }, today);
};
const plan = (values: Case, today: string) => {
  const { missed, make } = catchUpOn(values, today);
  return { missed: missed.length, make: make?.date };
};
const dates = (values: Case, today: string) => {
  const { missed, make } = catchUpOn(values, today);
  return { missed: missed.map(({ date }) => date.slice(5)), make: make?.date.slice(5) };
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

  it('leaves a day out that was to be left out, and does not count it as missed', () => {
    const exceptions = [
      { date: '2026-11-03', movedTo: null },
      { date: '2026-11-05', movedTo: null },
    ];
    for (const catchUp of ['latest', 'none'] as const) {
      expect(dates({ exceptions, catchUp }, '2026-11-06')).toEqual({
        missed: ['11-01', '11-02', '11-04'],
        make: '11-06',
      });
    }
    expect(dates({ exceptions, catchUp: 'latest' }, '2026-11-05')).toEqual({
      missed: ['11-01', '11-02'],
      make: '11-04',
    });
  });

  it('has a moved day on the day that it was moved to, and knows it by its own', () => {
    const weekly = { ...daily, unit: 'week' as const };
    const later = [{ date: '2026-11-08', movedTo: '2026-11-12' }];
    const held = { schedule: weekly, exceptions: later, nextIndex: 1, catchUp: 'latest' as const };
    expect(dates(held, '2026-11-11')).toEqual({ missed: [], make: undefined });
    expect(dates(held, '2026-11-12').make).toBe('11-08');
    expect(dates({ ...held, catchUp: 'none' }, '2026-11-12').make).toBe('11-08');
    expect(dates({ ...held, catchUp: 'none' }, '2026-11-13')).toMatchObject({ missed: ['11-08'] });
    const sooner = [{ date: '2026-11-15', movedTo: '2026-11-10' }];
    expect(dates({ ...held, exceptions: sooner }, '2026-11-10')).toEqual({
      missed: ['11-08'],
      make: '11-15',
    });
  });
});

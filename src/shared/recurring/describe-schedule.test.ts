import { expect, it } from 'vitest';
import { describeSchedule } from './describe-schedule.ts';
import type { Schedule } from './schedule.ts';

it.each<[Partial<Schedule>, string]>([
  [{}, 'Monthly on the 31st (or the last day)'],
  [{ dayOfMonth: 1 }, 'Monthly on the 1st'],
  [{ dayOfMonth: 12, every: 2 }, 'Every 2 months on the 12th'],
  [{ dayOfMonth: 22, unit: 'quarter' }, 'Quarterly on the 22nd'],
  [{ dayOfMonth: 3, unit: 'quarter', every: 2 }, 'Every 2 quarters on the 3rd'],
  [{ unit: 'week' }, 'Weekly on Saturday'],
  [{ unit: 'week', every: 2 }, 'Every 2 weeks on Saturday'],
  [{ unit: 'day' }, 'Daily'],
  [{ unit: 'day', every: 10 }, 'Every 10 days'],
  [{ unit: 'year' }, 'Yearly on January 31'],
  [{ unit: 'year', startDate: '2028-02-29' }, 'Yearly on February 29 (or the last day)'],
])('%j is %j', (values, expected) => {
  const schedule = { startDate: '2026-01-31', unit: 'month', every: 1, dayOfMonth: null } as const;
  expect(describeSchedule({ ...schedule, ...values })).toBe(expected);
});

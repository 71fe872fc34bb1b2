import { expect, test } from 'vitest';
import { readPeriod, stepNames } from './period.ts';

const read = (query: string) =>
  readPeriod(new URLSearchParams(query), 'last-quarter', '2026-11-20');

test('an address names a period or two days, and says which day is none', () => {
  expect(read('')).toMatchObject({ name: 'last-quarter', from: '2026-07-01', to: '2026-09-30' });
  expect(read('period=this-month')).toMatchObject({ name: 'this-month', faults: {} });
  expect(read('period=toString')).toMatchObject({ name: 'last-quarter' });
  expect(read('from=2026-02-01&to=2026-03-05')).toMatchObject({ name: 'other', faults: {} });
  expect(read('from=2026-04-01&to=2026-03-05').faults).toEqual({
    from: 'From must not be after To',
  });
  expect(read('from=soon').faults).toEqual({
    from: 'From must be a date such as 2026-01-31',
    to: 'To is required',
  });
});

test('a step is named so that its year is known, and a part of it is no whole', () => {
  const last = '2026-11-20';
  expect(stepNames({ from: '2026-11-01', to: last }, 'month', last)).toEqual({
    label: 'Nov',
    name: 'November 2026 (in part)',
    short: 'Nov 2026',
  });
  expect(stepNames({ from: '2025-10-01', to: '2025-12-31' }, 'quarter', last)).toEqual({
    label: 'Q4 ’25',
    name: 'Q4 2025',
    short: 'Q4 2025',
  });
  expect(stepNames({ from: '2025-01-01', to: '2025-12-31' }, 'year', last)).toEqual({
    label: '2025',
    name: '2025',
    short: '2025',
  });
});

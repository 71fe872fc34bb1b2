import { expect, test } from 'vitest';
import type { PeriodName } from './named-periods.ts';
import { resolvePeriod, resolveWholePeriod } from './named-periods.ts';

test.each<[PeriodName, string, string, string]>([
  ['this-month', '2026-11-20', '2026-11-01', '2026-11-20'],
  ['last-month', '2026-03-31', '2026-02-01', '2026-02-28'],
  ['this-quarter', '2026-11-20', '2026-10-01', '2026-11-20'],
  ['last-quarter', '2026-02-10', '2025-10-01', '2025-12-31'],
  ['this-year', '2026-01-01', '2026-01-01', '2026-01-01'],
  ['last-year', '2026-11-20', '2025-01-01', '2025-12-31'],
])('%s on %s is %s to %s', (name, today, from, to) => {
  expect(resolvePeriod(name, today)).toEqual({ from, to });
});

test.each<[PeriodName, string, string, string]>([
  ['this-month', '2028-02-10', '2028-02-01', '2028-02-29'],
  ['last-month', '2026-03-31', '2026-02-01', '2026-02-28'],
  ['this-quarter', '2026-11-20', '2026-10-01', '2026-12-31'],
  ['this-year', '2026-01-01', '2026-01-01', '2026-12-31'],
])('the whole of %s on %s is %s to %s', (name, today, from, to) => {
  expect(resolveWholePeriod(name, today)).toEqual({ from, to });
});

import type { CalendarDate, DateRange } from './calendar-date.ts';
import { addDays, addMonths, startOfMonth } from './calendar-date.ts';

/** Periods that are asked for often, by the names that stand in addresses. */
export const PERIODS = {
  'this-month': 'This month',
  'last-month': 'Last month',
  'this-quarter': 'This quarter',
  'last-quarter': 'Last quarter',
  'this-year': 'This year',
  'last-year': 'Last year',
} as const;
export type PeriodName = keyof typeof PERIODS;

export const MONTHS = { month: 1, quarter: 3, year: 12 } as const;

/** One that goes on ends today, so that nothing is in it that is dated later. */
export function resolvePeriod(name: PeriodName, today: CalendarDate): DateRange {
  const size = MONTHS[name.replace(/^(this|last)-/, '') as keyof typeof MONTHS];
  const month = startOfMonth(today);
  const current = addMonths(month, -((Number(month.slice(5, 7)) - 1) % size));
  if (name.startsWith('this')) return { from: current, to: today };
  return { from: addMonths(current, -size), to: addDays(current, -1) };
}

/** The same to its end, though that is still to come: documents may be dated ahead. */
export function resolveWholePeriod(name: PeriodName, today: CalendarDate): DateRange {
  const { from, to } = resolvePeriod(name, today);
  if (!name.startsWith('this')) return { from, to };
  const size = MONTHS[name.replace('this-', '') as keyof typeof MONTHS];
  return { from, to: addDays(addMonths(from, size), -1) };
}

export const isPeriodName = (name: string): name is PeriodName => Object.hasOwn(PERIODS, name);

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findScheduleFault } from './check-schedule.ts';
import type { IntervalUnit, Schedule } from './schedule.ts';
import {
  findOccurrence,
  firstIndexFrom,
  INTERVAL_UNITS,
  listOccurrences,
  occurrenceDate,
  occurrencePeriod,
} from './schedule.ts';

const schedule = (values: Partial<Schedule> = {}): Schedule => ({
  startDate: '2026-01-31',
  unit: 'month',
  every: 1,
  dayOfMonth: null,
  endDate: null,
  maxOccurrences: null,
  ...values,
});

const days = (values: Partial<Schedule>, count = 5) =>
  listOccurrences(schedule(values), { index: 0, made: 0 }, count).map(({ date }) => date);

describe('a schedule', () => {
  it.each<[string, Partial<Schedule>, string[]]>([
    [
      'the 31st is the last day of shorter months, and the 31st again',
      {},
      ['2026-01-31', '2026-02-28', '2026-03-31', '2026-04-30', '2026-05-31'],
    ],
    [
      'a leap day is Feb 28 in other years, and the leap day again',
      { startDate: '2024-02-29', unit: 'year' },
      ['2024-02-29', '2025-02-28', '2026-02-28', '2027-02-28', '2028-02-29'],
    ],
    [
      'every other day over a month’s end',
      { startDate: '2028-02-26', unit: 'day', every: 2 },
      ['2028-02-26', '2028-02-28', '2028-03-01', '2028-03-03', '2028-03-05'],
    ],
    [
      'weeks over a year’s end',
      { startDate: '2026-12-18', unit: 'week', every: 1 },
      ['2026-12-18', '2026-12-25', '2027-01-01', '2027-01-08', '2027-01-15'],
    ],
    [
      'quarters on the 31st',
      { startDate: '2026-08-31', unit: 'quarter' },
      ['2026-08-31', '2026-11-30', '2027-02-28', '2027-05-31', '2027-08-31'],
    ],
    [
      'a day after that of the start is in the same month',
      { startDate: '2026-01-10', dayOfMonth: 30 },
      ['2026-01-30', '2026-02-28', '2026-03-30', '2026-04-30', '2026-05-30'],
    ],
    [
      'a day before that of the start is in the next',
      { startDate: '2026-01-10', dayOfMonth: 5, unit: 'quarter' },
      ['2026-02-05', '2026-05-05', '2026-08-05', '2026-11-05', '2027-02-05'],
    ],
    [
      'the last day of February is the 31st of it',
      { startDate: '2026-02-28', dayOfMonth: 31 },
      ['2026-02-28', '2026-03-31', '2026-04-30', '2026-05-31', '2026-06-30'],
    ],
    ['the end date is one of the days', { endDate: '2026-02-28' }, ['2026-01-31', '2026-02-28']],
    ['a number of invoices', { maxOccurrences: 2 }, ['2026-01-31', '2026-02-28']],
    [
      'none after the last day that an invoice may be dated',
      { startDate: '2099-11-30' },
      ['2099-11-30', '2099-12-30'],
    ],
  ])('%s', (_name, values, expected) => {
    expect(days(values)).toEqual(expected);
  });

  it('counts what was made, not what was left out, against its number of invoices', () => {
    const three = schedule({ maxOccurrences: 3 });
    expect(listOccurrences(three, { index: 4, made: 2 }, 6)).toEqual([
      { index: 4, date: '2026-05-31' },
    ]);
    expect(findOccurrence(three, 4, 3)).toBeUndefined();
  });

  it('knows the period that each day stands for', () => {
    expect(occurrencePeriod(schedule(), 0)).toEqual({ from: '2026-01-31', to: '2026-02-27' });
    expect(occurrencePeriod(schedule({ startDate: '2026-03-01' }), -1)).toEqual({
      from: '2026-02-01',
      to: '2026-02-28',
    });
  });

  it.each<[Partial<Schedule>, string, string]>([
    [
      { unit: 'week', dayOfMonth: 3 },
      'dayOfMonth',
      'A day of the month goes with months, quarters or years',
    ],
    [{ endDate: '2026-01-30' }, 'endDate', 'End date must not be before the start date'],
    [
      { startDate: '2026-01-10', dayOfMonth: 5, endDate: '2026-02-04' },
      'endDate',
      'The first invoice would be on Feb 05, 2026, after the end date: choose a later one',
    ],
    [
      { startDate: '2099-12-20', dayOfMonth: 5 },
      'startDate',
      'The first invoice would be on Jan 05, 2100, after the year 2099',
    ],
  ])('refuses %j, naming %s', (values, path, message) => {
    expect(findScheduleFault(schedule(values))).toEqual({ path, message });
    expect(findScheduleFault(schedule())).toBeUndefined();
  });
});

/** The same by walking through the calendar day by day, with no arithmetic of months. */
function walk(of: Schedule, count: number): string[] {
  const found: string[] = [];
  const start = new Date(`${of.startDate}T00:00:00Z`);
  const wanted = of.dayOfMonth ?? start.getUTCDate();
  let months = 0;
  let unitsPassed = -1;
  for (let day = new Date(start), passed = 0; found.length < count; passed += 1) {
    if (of.unit === 'day' || of.unit === 'week') {
      if (passed % (of.every * (of.unit === 'week' ? 7 : 1)) === 0) found.push(iso(day));
    } else {
      const tomorrow = new Date(day.getTime() + 86_400_000);
      const isLast = tomorrow.getUTCMonth() !== day.getUTCMonth();
      const isTheDay = day.getUTCDate() === wanted || (isLast && day.getUTCDate() < wanted);
      if (isTheDay) {
        if (unitsPassed === -1 || months - unitsPassed === of.every * MONTHS[of.unit]) {
          found.push(iso(day));
          unitsPassed = months;
        }
      }
      if (isLast) months += 1;
    }
    day = new Date(day.getTime() + 86_400_000);
  }
  return found;
}

const MONTHS = { month: 1, quarter: 3, year: 12 };
const iso = (date: Date) => date.toISOString().slice(0, 10);

const anyDay = fc
  .integer({ min: Date.UTC(2000, 0, 1), max: Date.UTC(2060, 0, 1) })
  .map((time) => iso(new Date(time)));
const anySchedule = fc
  .record({
    startDate: anyDay,
    unit: fc.constantFrom<IntervalUnit>(...INTERVAL_UNITS),
    every: fc.integer({ min: 1, max: 7 }),
    dayOfMonth: fc.option(fc.integer({ min: 1, max: 31 })),
    endDate: fc.constant(null),
    maxOccurrences: fc.constant(null),
  })
  .map((one) => (one.unit === 'day' || one.unit === 'week' ? { ...one, dayOfMonth: null } : one));

describe('any schedule', () => {
  it('has the days that a walk through the calendar finds', () => {
    fc.assert(
      fc.property(anySchedule, (one) => {
        const found = Array.from({ length: 6 }, (_, index) => occurrenceDate(one, index));
        expect(found).toEqual(walk(one, 6));
      }),
      { numRuns: 400 },
    );
  });

  it('finds the first of its days from any day on', () => {
    fc.assert(
      fc.property(anySchedule, anyDay, (one, day) => {
        const index = firstIndexFrom(one, day);
        expect(occurrenceDate(one, index) >= day || index === 0).toBe(true);
        if (index > 0) expect(occurrenceDate(one, index - 1) < day).toBe(true);
        if (day <= one.startDate) expect(index).toBe(0);
        else expect(occurrenceDate(one, index) >= day).toBe(true);
      }),
      { numRuns: 1_000 },
    );
  });

  it('goes forward, and begins no period before the last one has ended', () => {
    fc.assert(
      fc.property(anySchedule, fc.nat(60), (one, index) => {
        const { from, to } = occurrencePeriod(one, index);
        expect(from <= to).toBe(true);
        expect(from >= one.startDate).toBe(true);
        expect(to < occurrencePeriod(one, index + 1).from).toBe(true);
      }),
    );
  });

  it('ends with its end date, and after its number of invoices', () => {
    fc.assert(
      fc.property(anySchedule, anyDay, fc.integer({ min: 1, max: 9 }), (one, endDate, most) => {
        const all = listOccurrences({ ...one, endDate, maxOccurrences: most }, START, 20);
        expect(all.length).toBeLessThanOrEqual(most);
        expect(all.every(({ date }) => date <= endDate)).toBe(true);
        const after = occurrenceDate(one, all.length);
        expect(all.length === most || after > endDate).toBe(true);
      }),
    );
  });
});

const START = { index: 0, made: 0 };

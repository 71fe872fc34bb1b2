import { describe, expect, it } from 'vitest';
import {
  addDays,
  addMonths,
  dateInZone,
  daysBetween,
  formatDate,
  monthTitle,
  parseCalendarDate,
} from './calendar-date.ts';

describe('calendar dates', () => {
  it.each([
    ['2026-11-20', '2026-11-20'],
    ['2026-11-20T23:30:00-08:00', '2026-11-20'],
    ['2026-11-20T00:30:00.000Z', '2026-11-20'],
    ['2024-02-29', '2024-02-29'],
  ])('reads %s as its date part', (text, date) => expect(parseCalendarDate(text)).toBe(date));

  it.each(['2026-02-29', '2026-13-01', '26-01-01', 'tomorrow', '', '2026-11-20x', '0026-01-01'])(
    'refuses "%s"',
    (text) => expect(parseCalendarDate(text)).toBeUndefined(),
  );

  it('counts days over months, years and daylight saving', () => {
    expect(addDays('2026-11-20', 30)).toBe('2026-12-20');
    expect(addDays('2024-02-28', 1)).toBe('2024-02-29');
    expect(addDays('2026-03-08', -1)).toBe('2026-03-07');
    expect(daysBetween('2026-10-31', '2026-11-02')).toBe(2);
    expect(daysBetween('2027-01-01', '2026-12-31')).toBe(-1);
  });

  it.each([
    ['2026-01-31', 1, '2026-02-28'],
    ['2028-01-31', 1, '2028-02-29'],
    ['2026-12-15', 1, '2027-01-15'],
    ['2026-01-15', -1, '2025-12-15'],
    ['2028-02-29', 12, '2029-02-28'],
    ['2026-03-31', -13, '2025-02-28'],
  ])('%s and %i months is %s', (date, months, result) => {
    expect(addMonths(date, months)).toBe(result);
  });

  it('knows the day in a zone', () => {
    const instant = new Date('2026-11-20T05:30:00Z');
    expect(dateInZone(instant, 'America/Los_Angeles')).toBe('2026-11-19');
    expect(dateInZone(instant, 'Pacific/Kiritimati')).toBe('2026-11-20');
  });

  it('shows them as MMM dd, yyyy', () => expect(formatDate('2026-01-05')).toBe('Jan 05, 2026'));

  it('names the month of a day, or a month alone', () => {
    expect(monthTitle('2026-01-31')).toBe('January 2026');
    expect(monthTitle('2026-09')).toBe('September 2026');
  });
});

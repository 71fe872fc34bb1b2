import { describe, expect, it } from 'vitest';
import { fillVariables } from './fill-variables.ts';
import type { Schedule } from './schedule.ts';

const monthly: Schedule = {
  startDate: '2026-11-01',
  unit: 'month',
  every: 1,
  dayOfMonth: null,
  endDate: null,
  maxOccurrences: null,
};

describe('variables of a recurring invoice', () => {
  it.each([
    ['Retainer {month} {year}', 0, 'Retainer November 2026'],
    ['{month-1}, {month}, {month+1}', 0, 'October, November, December'],
    ['{year-1} to {year+1}', 0, '2025 to 2027'],
    ['{month+1} is in the next year', 1, 'January is in the next year'],
    ['Hosting {period}', 0, 'Hosting Nov 1 – 30, 2026'],
    ['Hours of {period-1}', 0, 'Hours of Oct 1 – 31, 2026'],
    ['{period+1}', 1, 'Jan 1 – 31, 2027'],
    ['{period}', 3, 'Feb 1 – 28, 2027'],
    ['Line one {month}\nLine two {month}', 0, 'Line one November\nLine two November'],
    [
      '{Month} {} {day} {month+} {month+100} {{year}}',
      0,
      '{Month} {} {day} {month+} {month+100} {2026}',
    ],
    ['no variables $& $1', 0, 'no variables $& $1'],
  ])('%j of occurrence %i is %j', (text, index, expected) => {
    expect(fillVariables(text, monthly, index)).toBe(expected);
  });

  it('go over the year’s end in periods', () => {
    const quarterly = { ...monthly, unit: 'quarter' as const };
    expect(fillVariables('{period}', quarterly, 0)).toBe('Nov 1, 2026 – Jan 31, 2027');
    expect(fillVariables('{period}', { ...monthly, unit: 'day' }, 2)).toBe('Nov 3, 2026');
  });

  it('name months in the language of the document', () => {
    expect(fillVariables('{month-8}', monthly, 0, 'de')).toBe('März');
    expect(fillVariables('{month}', monthly, 0, 'fr')).toBe('novembre');
  });

  it('count months from the first day, so that the 31st leaves none out', () => {
    const last = { ...monthly, startDate: '2026-01-31' };
    expect(fillVariables('{month} {month+1}', last, 0)).toBe('January February');
    expect(fillVariables('{month} {month-1}', last, 1)).toBe('February January');
  });
});

import { describe, expect, test } from 'vitest';
import { localToday } from './local-today.ts';
import { parseTypedDate } from './typed-date.ts';

const today = '2026-11-20';

describe('parseTypedDate', () => {
  test.each([
    ['Jan 05, 2026', '2026-01-05'],
    ['jan 5 2026', '2026-01-05'],
    ['January 5th, 26', '2026-01-05'],
    ['Sept 9', '2026-09-09'],
    ['5 jan', '2026-01-05'],
    ['5. January 2027', '2027-01-05'],
    ['1/5/26', '2026-01-05'],
    ['12/31', '2026-12-31'],
    ['31.12.2026', '2026-12-31'],
    ['5.1.2026', '2026-01-05'],
    ['05.01.26', '2026-01-05'],
    ['5.1.', '2026-01-05'],
    ['12.31.2026', '2026-12-31'],
    ['2026.1.5', '2026-01-05'],
    ['2026-1-5', '2026-01-05'],
    ['2026-01-05', '2026-01-05'],
    [' today ', '2026-11-20'],
    ['tomorrow', '2026-11-21'],
    ['yesterday', '2026-11-19'],
    ['+30', '2026-12-20'],
    ['feb 29, 2028', '2028-02-29'],
  ])('%s is %s', (text, date) => {
    expect(parseTypedDate(text, today)).toBe(date);
  });

  test.each([
    '',
    'soon',
    'feb 29, 2026',
    '13/1/2026',
    '31.13.2026',
    '31.2.2026',
    '2026-00-10',
    'janu5x',
    'marble 3',
    '31 jun',
  ])('%s names no day', (text) => {
    expect(parseTypedDate(text, today)).toBeUndefined();
  });
});

test('localToday reads the wall calendar, not UTC', () => {
  expect(localToday(new Date(2026, 0, 5, 23, 59))).toBe('2026-01-05');
  expect(localToday(new Date(2026, 0, 5, 0, 0))).toBe('2026-01-05');
});

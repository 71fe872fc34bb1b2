import type { CalendarDate } from '../../shared/dates/calendar-date.ts';
import { addDays, parseCalendarDate } from '../../shared/dates/calendar-date.ts';

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

/**
 * A date as people type it: 'Jan 5, 2026', '5 jan', '1/5/26' (month first), '5.1.2026' (day first,
 * as everywhere where dates are written with points), '2026-01-05', 'today', 'tomorrow', '+30' (days
 * from today). A missing year is this year.
 * @param today the day that relative words and a missing year refer to
 * @returns undefined when it names no day
 */
export function parseTypedDate(text: string, today: CalendarDate): CalendarDate | undefined {
  const typed = text.trim().toLowerCase();
  if (typed === 'today') return today;
  if (typed === 'tomorrow') return addDays(today, 1);
  if (typed === 'yesterday') return addDays(today, -1);
  const days = /^\+(\d{1,4})d?$/.exec(typed)?.[1];
  if (days) return addDays(today, Number(days));
  const year = today.slice(0, 4);

  const iso = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})$/.exec(typed);
  if (iso) return calendarDate(iso[1], iso[2], iso[3]);
  const points = /^(\d{1,2})\.(\d{1,2})(?:\.|\.(\d{4}|\d{2}))?$/.exec(typed);
  if (points) {
    const [, first, second, inYear = year] = points;
    return calendarDate(inYear, second, first) ?? calendarDate(inYear, first, second);
  }
  const slashes = /^(\d{1,2})[-/](\d{1,2})(?:[-/](\d{4}|\d{2}))?$/.exec(typed);
  if (slashes) return calendarDate(slashes[3] ?? year, slashes[1], slashes[2]);
  const monthFirst = /^([a-z]{3,9})\.?\s*(\d{1,2})(?:st|nd|rd|th)?(?:,?\s*(\d{4}|\d{2}))?$/.exec(
    typed,
  );
  if (monthFirst)
    return calendarDate(monthFirst[3] ?? year, parseMonth(monthFirst[1]), monthFirst[2]);
  const dayFirst = /^(\d{1,2})(?:st|nd|rd|th)?\.?\s*([a-z]{3,9})\.?(?:,?\s*(\d{4}|\d{2}))?$/.exec(
    typed,
  );
  if (dayFirst) return calendarDate(dayFirst[3] ?? year, parseMonth(dayFirst[2]), dayFirst[1]);
  return undefined;
}

const NAMES = [
  'january',
  'february',
  'march',
  'april',
  'may',
  'june',
  'july',
  'august',
  'september',
  'october',
  'november',
  'december',
];

function parseMonth(word = ''): string {
  const at = MONTHS.indexOf(word.slice(0, 3));
  const known = at >= 0 && (NAMES[at]?.startsWith(word) || word === 'sept');
  return known ? String(at + 1) : '';
}

function calendarDate(year = '', month = '', day = ''): CalendarDate | undefined {
  const full = year.length === 2 ? `20${year}` : year;
  return parseCalendarDate(`${full}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`);
}

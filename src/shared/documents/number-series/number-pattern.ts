/**
 * Patterns of number series: 'RE-{YYYY}-{SEQ:4}' gives RE-2026-0001, RE-2026-0002 and so on. All parts
 * but the counter have a fixed width, so that a number tells its period and its place in it, and none is
 * given twice.
 */
import type { CalendarDate } from '../../dates/calendar-date.ts';

/** What begins anew: nothing, the counter of each year, or the counter of each month. */
export const SERIES_RESETS = ['never', 'year', 'month'] as const;
export type SeriesReset = (typeof SERIES_RESETS)[number];

export interface NumberPattern {
  pattern: string;
  reset: SeriesReset;
  /** The month in which years begin, 1 for January. */
  yearStartMonth: number;
}

export const MAX_PATTERN = 60;
const MAX_COUNTER_DIGITS = 9;

type Part =
  | { is: 'text'; text: string }
  | { is: 'YYYY' | 'YY' | 'MM' }
  | { is: 'SEQ'; digits: number };

const TOKEN = /\{[^{}]*\}/g;
const KNOWN = 'use {YYYY}, {YY}, {MM}, {SEQ} or {SEQ:4}';

/** @returns the parts in their order, or why there are none, in words */
function readPattern(pattern: string): Part[] | string {
  const parts: Part[] = [];
  let end = 0;
  const addText = (text: string): boolean => {
    if (text !== '') parts.push({ is: 'text', text });
    return !/[{}]/.test(text);
  };
  for (const match of pattern.matchAll(TOKEN)) {
    const [token] = match;
    if (!addText(pattern.slice(end, match.index))) return `Braces do not match: ${KNOWN}`;
    const part = readToken(token.slice(1, -1));
    if (typeof part === 'string') return part;
    parts.push(part);
    end = match.index + token.length;
  }
  return addText(pattern.slice(end)) ? parts : `Braces do not match: ${KNOWN}`;
}

function readToken(name: string): Part | string {
  if (name === 'YYYY' || name === 'YY' || name === 'MM') return { is: name };
  if (name === 'SEQ') return { is: 'SEQ', digits: 1 };
  const digits = /^SEQ:(\d{1,3})$/.exec(name)?.[1];
  if (digits === undefined) return `{${name}} is not known: ${KNOWN}`;
  const count = Number(digits);
  if (count >= 1 && count <= MAX_COUNTER_DIGITS) return { is: 'SEQ', digits: count };
  return `The counter has 1 to ${MAX_COUNTER_DIGITS} digits, such as {SEQ:4}`;
}

function parsePattern(pattern: string): Part[] {
  const parts = readPattern(pattern);
  if (typeof parts === 'string') throw new TypeError(parts);
  return parts;
}

const LEAST: Record<SeriesReset, { has: (names: Set<string>) => boolean; fault: string }> = {
  never: { has: () => true, fault: '' },
  year: {
    has: (names) => names.has('YYYY') || names.has('YY'),
    fault: 'A counter that restarts each year would repeat numbers: add {YYYY} or {YY}',
  },
  month: {
    has: (names) => names.has('MM') && (names.has('YYYY') || names.has('YY')),
    fault: 'A counter that restarts each month would repeat numbers: add {MM} and {YYYY} or {YY}',
  },
};

/** Why a pattern cannot be a series' own, in words; undefined where it can. */
export function findPatternFault(pattern: string, reset: SeriesReset): string | undefined {
  const parts = readPattern(pattern);
  if (typeof parts === 'string') return parts;
  const counters = parts.filter(({ is }) => is === 'SEQ');
  if (counters.length === 0) return 'The pattern needs a counter: add {SEQ}, or {SEQ:4} for 0001';
  if (counters.length > 1) return 'The pattern has two counters: keep only one {SEQ}';
  if (
    writeNumber(parts, { year: 2000, month: 12 }, 10 ** MAX_COUNTER_DIGITS).length > MAX_PATTERN
  ) {
    return `Numbers of this pattern would have more than ${MAX_PATTERN} characters`;
  }
  const { has, fault } = LEAST[reset];
  return has(new Set(parts.map(({ is }) => is))) ? undefined : fault;
}

/** What the pattern itself says of when its counter begins anew. */
export function deduceReset(pattern: string): SeriesReset {
  const parts = readPattern(pattern);
  const names = new Set(typeof parts === 'string' ? [] : parts.map(({ is }) => is));
  if (LEAST.month.has(names)) return 'month';
  return LEAST.year.has(names) ? 'year' : 'never';
}

interface YearAndMonth {
  year: number;
  month: number;
}

/** A year is named by the calendar year in which it begins: with April, March 2027 is of 2026. */
function yearAndMonth(date: CalendarDate, yearStartMonth: number): YearAndMonth {
  const month = Number(date.slice(5, 7));
  return { year: Number(date.slice(0, 4)) - (month < yearStartMonth ? 1 : 0), month };
}

/** The period of an issue date, which has a counter of its own: '2026', '2026-03', or '' for ever. */
export function periodOfSeries(
  { reset, yearStartMonth }: Omit<NumberPattern, 'pattern'>,
  date: CalendarDate,
): string {
  if (reset === 'never') return '';
  return reset === 'month'
    ? date.slice(0, 7)
    : String(yearAndMonth(date, yearStartMonth).year).padStart(4, '0');
}

/** The number that a document of this issue date has with this count. */
export function formatNumber(
  { pattern, yearStartMonth }: Omit<NumberPattern, 'reset'>,
  date: CalendarDate,
  count: number,
): string {
  return writeNumber(parsePattern(pattern), yearAndMonth(date, yearStartMonth), count);
}

function writeNumber(parts: Part[], { year, month }: YearAndMonth, count: number): string {
  const pad = (value: number, digits: number) => String(value).padStart(digits, '0');
  return parts
    .map((part) => {
      switch (part.is) {
        case 'text':
          return part.text;
        case 'YYYY':
          return pad(year, 4);
        case 'YY':
          return pad(year % 100, 2);
        case 'MM':
          return pad(month, 2);
        case 'SEQ':
          return pad(count, part.digits);
      }
    })
    .join('');
}

/** The next numbers of a day, after the last count of its period. */
export function nextNumbers(
  series: NumberPattern,
  date: CalendarDate,
  lastCount: number,
  howMany = 3,
): string[] {
  return Array.from({ length: howMany }, (_, index) =>
    formatNumber(series, date, lastCount + 1 + index),
  );
}

/**
 * The counts of numbers that this series could give in the period of a day.
 * @param fold how numbers are compared
 * @returns by the folded number: its count, undefined for a number of another pattern or period
 */
export function countReader(
  { pattern, yearStartMonth }: NumberPattern,
  date: CalendarDate,
  fold: (text: string) => string,
): (key: string) => number | undefined {
  const at = yearAndMonth(date, yearStartMonth);
  const parts = parsePattern(pattern);
  const counter = parts.findIndex(({ is }) => is === 'SEQ');
  // Beside a digit, for spaces at an end are dropped.
  const before = fold(`${writeNumber(parts.slice(0, counter), at, 0)}0`).slice(0, -1);
  const after = fold(`0${writeNumber(parts.slice(counter + 1), at, 0)}`).slice(1);
  const { digits } = parts[counter] as Extract<Part, { is: 'SEQ' }>;
  return (key) => {
    if (key.length <= before.length + after.length) return undefined;
    if (!key.startsWith(before) || !key.endsWith(after)) return undefined;
    const middle = key.slice(before.length, key.length - after.length);
    // 00012 is no number of {SEQ:4}, and 12 none either.
    const isCount =
      /^\d{1,10}$/.test(middle) && String(Number(middle)).padStart(digits, '0') === middle;
    return isCount ? Number(middle) : undefined;
  };
}

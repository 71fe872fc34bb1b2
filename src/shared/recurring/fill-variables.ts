/**
 * What a text of a recurring invoice says of its time: `{month}` is the month of its day, `{month-1}`
 * the one before. What else stands in braces is left as it was typed.
 */
import type { CalendarDate } from '../dates/calendar-date.ts';
import { addMonths, startOfMonth } from '../dates/calendar-date.ts';
import type { Schedule } from './schedule.ts';
import { occurrenceDate, occurrencePeriod } from './schedule.ts';

/** At most 99 forward or back. */
const VARIABLE = /\{(period|month|year)([+-]\d{1,2})?\}/g;

/** Documents are in English; names of months come in any language that `Intl` knows. */
export const DOCUMENT_LANGUAGE = 'en-US';

/** The text with its variables in words, as an occurrence says them. */
export function fillVariables(
  text: string,
  schedule: Schedule,
  index: number,
  language: string = DOCUMENT_LANGUAGE,
): string {
  const date = occurrenceDate(schedule, index);
  return text.replace(VARIABLE, (_typed, name: string, step = '0') => {
    const steps = Number(step);
    if (name === 'year') return String(Number(date.slice(0, 4)) + steps);
    if (name === 'month') return formatMonth(addMonths(startOfMonth(date), steps), language);
    const { from, to } = occurrencePeriod(schedule, index + steps);
    return formatPeriod(from, to, language);
  });
}

const noon = (date: CalendarDate) => new Date(`${date}T12:00:00Z`);

/** Formats of a language, made once: each text of each occurrence asks for them. */
const formats = new Map<string, Record<'month' | 'period', Intl.DateTimeFormat>>();

function dateFormats(language: string) {
  const known = formats.get(language);
  if (known) return known;
  const timeZone = 'UTC';
  const made = {
    month: new Intl.DateTimeFormat(language, { month: 'long', timeZone }),
    period: new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeZone }),
  };
  formats.set(language, made);
  return made;
}

const formatMonth = (date: CalendarDate, language: string): string =>
  dateFormats(language).month.format(noon(date));

/** 'Nov 1 – 30, 2026'. Thin spaces, which not every typeface has, are plain ones. */
const formatPeriod = (from: CalendarDate, to: CalendarDate, language: string): string =>
  dateFormats(language)
    .period.formatRange(noon(from), noon(to))
    .replaceAll(/[\u2009\u202f\u00a0]/g, ' ');

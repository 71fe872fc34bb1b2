import type { CalendarDate } from '../dates/calendar-date.ts';
import type { IntervalUnit, Schedule } from './schedule.ts';

const ONCE: Record<IntervalUnit, string> = {
  day: 'Daily',
  week: 'Weekly',
  month: 'Monthly',
  quarter: 'Quarterly',
  year: 'Yearly',
};

type Rhythm = Pick<Schedule, 'startDate' | 'unit' | 'every' | 'dayOfMonth'>;

/** How often invoices are made: 'Monthly on the 31st (or the last day)', 'Every 2 weeks on Friday'. */
export function describeSchedule({ startDate, unit, every, dayOfMonth }: Rhythm): string {
  const often = every === 1 ? ONCE[unit] : `Every ${every} ${unit}s`;
  if (unit === 'day') return often;
  if (unit === 'week') return `${often} on ${formatPart(startDate, { weekday: 'long' })}`;
  const day = dayOfMonth ?? Number(startDate.slice(8));
  if (unit === 'year' && dayOfMonth === null) {
    const date = formatPart(startDate, { month: 'long', day: 'numeric' });
    return `${often} on ${date}${startDate.endsWith('02-29') ? ' (or the last day)' : ''}`;
  }
  return `${often} on the ${formatOrdinal(day)}${day > 28 ? ' (or the last day)' : ''}`;
}

function formatPart(date: CalendarDate, part: Intl.DateTimeFormatOptions): string {
  const format = new Intl.DateTimeFormat('en-US', { ...part, timeZone: 'UTC' });
  return format.format(new Date(`${date}T12:00:00Z`));
}

const SUFFIXES: Partial<Record<Intl.LDMLPluralRule, string>> = { one: 'st', two: 'nd', few: 'rd' };

/** '21st' */
export function formatOrdinal(day: number): string {
  const rule = new Intl.PluralRules('en-US', { type: 'ordinal' }).select(day);
  return `${day}${SUFFIXES[rule] ?? 'th'}`;
}

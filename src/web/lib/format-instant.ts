/** Instants in words, as they are where the business is. */
import {
  addDays,
  type CalendarDate,
  dateInZone,
  formatDate,
} from '../../shared/dates/calendar-date.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** An instant where the business is: 'Oct 08, 2026, 5:18 PM'. */
export function formatInstant(instant: string, timeZone: string | undefined): string {
  return inZone(instant, timeZone, {
    year: 'numeric',
    month: 'short',
    day: '2-digit',
    hour: 'numeric',
    minute: '2-digit',
  });
}

/**
 * How long ago, as one says it: '24 minutes ago', 'today at 9:12 AM', 'yesterday', 'Nov 13', and
 * 'Nov 13, 2025' in another year.
 */
export function formatAgo(instant: string, now: Date, timeZone: string): string {
  const then = new Date(instant);
  const passed = now.getTime() - then.getTime();
  if (passed < MINUTE) return 'just now';
  if (passed < HOUR) {
    const minutes = Math.floor(passed / MINUTE);
    return minutes === 1 ? '1 minute ago' : `${minutes} minutes ago`;
  }
  const today = dateInZone(now, timeZone);
  const date = dateInZone(then, timeZone);
  if (date === today) {
    return `today at ${inZone(instant, timeZone, { hour: 'numeric', minute: '2-digit' })}`;
  }
  return date === addDays(today, -1) ? 'yesterday' : shortDate(date, today);
}

/** The same, as short as it gets: 'Just now', '24 min ago', '9:12 AM', 'Yesterday', 'Nov 13'. */
export function formatMoment(instant: string, now: Date, timeZone: string): string {
  const then = new Date(instant);
  const passed = now.getTime() - then.getTime();
  if (passed < MINUTE) return 'Just now';
  if (passed < HOUR) return `${Math.floor(passed / MINUTE)} min ago`;
  const today = dateInZone(now, timeZone);
  const date = dateInZone(then, timeZone);
  if (date === today) return inZone(instant, timeZone, { hour: 'numeric', minute: '2-digit' });
  return date === addDays(today, -1) ? 'Yesterday' : shortDate(date, today);
}

/** When something will be, as short as it gets: '9:12 AM' today, 'Nov 13', and 'Nov 13, 2027' in another year. */
export function formatAhead(instant: string, today: CalendarDate, timeZone: string | undefined) {
  const { day, time } = splitAhead(instant, today, timeZone);
  return day ?? time;
}

/** The same with the time on any day: 'today, 9:12 AM', 'Nov 13, 9:12 AM'. */
export function formatTimeAhead(
  instant: string,
  today: CalendarDate,
  timeZone: string | undefined,
): string {
  const { day = 'today', time } = splitAhead(instant, today, timeZone);
  return `${day}, ${time}`;
}

/** @returns no day where it is today */
function splitAhead(instant: string, today: CalendarDate, timeZone: string | undefined) {
  const zone = timeZone ?? Intl.DateTimeFormat().resolvedOptions().timeZone;
  const date = dateInZone(new Date(instant), zone);
  const day = date === today ? undefined : shortDate(date, today);
  return { day, time: formatTime(instant, zone) };
}

const formatTime = (instant: string, timeZone: string) =>
  inZone(instant, timeZone, { hour: 'numeric', minute: '2-digit' });

/**
 * When something was seen, where the business is: 'today, 9:12 AM', 'Nov 13, 9:12 AM', and
 * 'Nov 13, 2025, 9:12 AM' in another year. Without a zone it is the device's clock.
 */
export function formatLastSeen(then: Date, now: Date, timeZone: string | undefined): string {
  const time: Intl.DateTimeFormatOptions = { hour: 'numeric', minute: '2-digit' };
  const instant = then.toISOString();
  const zone = timeZone ?? Intl.DateTimeFormat().resolvedOptions().timeZone;
  const [seen, today] = [dateInZone(then, zone), dateInZone(now, zone)];
  if (seen === today) return `today, ${inZone(instant, zone, time)}`;
  const date: Intl.DateTimeFormatOptions = { month: 'short', day: 'numeric' };
  if (seen.slice(0, 4) !== today.slice(0, 4)) date.year = 'numeric';
  return inZone(instant, zone, { ...date, ...time });
}

/** 'Nov 3', with its year where that is not `today`'s. */
export function shortDate(date: CalendarDate, today: CalendarDate): string {
  const [monthAndDay = '', year] = formatDate(date).split(', ');
  const bare = monthAndDay.replace(' 0', ' ');
  return date.slice(0, 4) === today.slice(0, 4) ? bare : `${bare}, ${year}`;
}

function inZone(
  instant: string,
  timeZone: string | undefined,
  parts: Intl.DateTimeFormatOptions,
): string {
  return new Intl.DateTimeFormat('en-US', { ...parts, ...(timeZone ? { timeZone } : {}) })
    .format(new Date(instant))
    .replace(/\u202f/g, ' ');
}

/** When reminders go out: which step an invoice has reached, and at which hours of which days. */
import type { CalendarDate } from '../dates/calendar-date.ts';
import { addDays, dateInZone } from '../dates/calendar-date.ts';

/**
 * The step that an invoice has reached: the latest whose day has come. Steps before it that were not
 * sent are passed over, so that nobody is reminded twice at once.
 * @param since steps of earlier days are not made up for
 */
export function findReachedStep<Step extends { days: number }>(
  steps: readonly Step[],
  { dueDate, today, since }: { dueDate: CalendarDate; today: CalendarDate; since: CalendarDate },
): Step | undefined {
  return steps
    .filter(({ days }) => addDays(dueDate, days) <= today)
    .toSorted((a, b) => b.days - a.days)
    .slice(0, 1)
    .find(({ days }) => addDays(dueDate, days) >= since);
}

/**
 * The next step that goes out, and its day before weekends and hours are looked at; undefined where none
 * is left.
 * @param from the first day on which one may go out
 * @param last the days of the last step that was dealt with
 */
export function planNextStep<Step extends { days: number }>(
  steps: readonly Step[],
  {
    dueDate,
    from,
    since,
    last,
  }: { dueDate: CalendarDate; from: CalendarDate; since: CalendarDate; last?: number | undefined },
): { step: Step; date: CalendarDate } | undefined {
  const left = steps.filter(({ days }) => last === undefined || days > last);
  const reached = findReachedStep(left, { dueDate, today: from, since });
  if (reached) return { step: reached, date: from };
  const step = left
    .toSorted((a, b) => a.days - b.days)
    .find(({ days }) => addDays(dueDate, days) > from);
  return step && { step, date: addDays(dueDate, step.days) };
}

export interface SendWindow {
  /** The hours of the day, where the business is: from the first, before the second. */
  sendFrom: number;
  sendUntil: number;
  /** Not on Saturdays and Sundays. */
  businessDaysOnly: boolean;
}

/** The weekday of a date, Sunday 0. */
const weekday = (date: CalendarDate) => new Date(`${date}T00:00:00Z`).getUTCDay();

export const isWeekend = (date: CalendarDate): boolean => weekday(date) % 6 === 0;

/** The day itself, or the Monday after where reminders rest at weekends. */
export function firstSendDay(
  date: CalendarDate,
  { businessDaysOnly }: Pick<SendWindow, 'businessDaysOnly'>,
): CalendarDate {
  if (!businessDaysOnly || !isWeekend(date)) return date;
  return addDays(date, weekday(date) === 6 ? 2 : 1);
}

function hourIn(instant: Date, timeZone: string): number {
  const hour = new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', hourCycle: 'h23' });
  return Number(hour.format(instant));
}

/** Whether the hours of a day are over. */
export const isClosedToday = (
  instant: Date,
  { sendUntil }: SendWindow,
  timeZone: string,
): boolean => hourIn(instant, timeZone) >= sendUntil;

export function isOpen(instant: Date, window: SendWindow, timeZone: string): boolean {
  const hour = hourIn(instant, timeZone);
  if (hour < window.sendFrom || hour >= window.sendUntil) return false;
  return !window.businessDaysOnly || !isWeekend(dateInZone(instant, timeZone));
}

const QUARTER = 15 * 60_000;
/** A weekend, the hours around it, and a clock that is put forward. */
const LONGEST_WAIT = 5 * 24 * 60 * 60_000;

/**
 * When reminders may go out next: now, or at the next quarter of an hour that is open. Zones are set
 * apart by quarters of an hour, and a clock that is changed is asked and not reckoned.
 * @param day not before that day, where the business is
 */
export function nextOpening(
  now: Date,
  window: SendWindow,
  timeZone: string,
  day?: CalendarDate,
): Date {
  const opens = (instant: Date) =>
    (day === undefined || dateInZone(instant, timeZone) >= day) &&
    isOpen(instant, window, timeZone);
  if (opens(now)) return now;
  const first = Math.ceil((now.getTime() + 1) / QUARTER) * QUARTER;
  for (let at = first; at <= now.getTime() + LONGEST_WAIT; at += QUARTER) {
    if (opens(new Date(at))) return new Date(at);
  }
  return new Date(now.getTime() + LONGEST_WAIT);
}

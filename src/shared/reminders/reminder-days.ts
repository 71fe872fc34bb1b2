/** When reminders go out: which step an invoice has reached, and at which hours of which days. */
import type { CalendarDate, DateRange } from '../dates/calendar-date.ts';
import { addDays, dateInZone } from '../dates/calendar-date.ts';
import { localTimeAt } from '../dates/clock-in-zone.ts';

/** A step of a due date that its owner has moved, or left out where `movedTo` is null. */
export interface StepChange {
  days: number;
  movedTo: CalendarDate | null;
}

/** A step, the day that it is planned for, and whether it is left out. */
export interface PlannedStep<Step> {
  step: Step;
  date: CalendarDate;
  isSkipped: boolean;
}

/** So many days a step comes earlier at most than its number says. */
export const LONGEST_WEEKEND = 2;

/**
 * The day of a step: one before the due date that falls on a weekend is on the Friday before, where reminders
 * rest at weekends, since after the weekend it could be late for what it says.
 */
export function stepDate(
  dueDate: CalendarDate,
  days: number,
  { businessDaysOnly }: Pick<SendWindow, 'businessDaysOnly'>,
): CalendarDate {
  const date = addDays(dueDate, days);
  if (days >= 0 || !businessDaysOnly || !isWeekend(date)) return date;
  return addDays(date, weekday(date) === 6 ? -1 : -2);
}

/** The steps of a due date in their order, before hours and the weekends of later ones are looked at. */
export function planSteps<Step extends { days: number }>(
  steps: readonly Step[],
  dueDate: CalendarDate,
  changes: readonly StepChange[],
  window: Pick<SendWindow, 'businessDaysOnly'>,
): PlannedStep<Step>[] {
  return steps
    .toSorted((a, b) => a.days - b.days)
    .map((step) => {
      const change = changes.find(({ days }) => days === step.days);
      return {
        step,
        date: change?.movedTo ?? stepDate(dueDate, step.days, window),
        isSkipped: change?.movedTo === null,
      };
    });
}

/**
 * The step that an invoice has reached: the latest whose day has come. Steps before it that were not
 * sent are passed over, so that nobody is reminded twice at once; nothing takes the place of one that is
 * left out.
 * @param since steps of earlier days are not made up for
 */
export function findReachedStep<Step>(
  planned: readonly PlannedStep<Step>[],
  { today, since }: { today: CalendarDate; since: CalendarDate },
): Step | undefined {
  const reached = planned.findLast(({ date }) => date <= today);
  return reached && !reached.isSkipped && reached.date >= since ? reached.step : undefined;
}

/**
 * The steps that are still to come, each on the day on which it goes out: of those that meet on one day,
 * as at the end of a weekend, the latest.
 * @param from the first day on which one may go out
 * @param last the days of the last step that was dealt with
 */
export function listStepsToCome<Step extends { days: number }>(
  planned: readonly PlannedStep<Step>[],
  { from, since, last }: { from: CalendarDate; since: CalendarDate; last?: number | undefined },
  window: Pick<SendWindow, 'businessDaysOnly'>,
): PlannedStep<Step>[] {
  const byDay = new Map<CalendarDate, PlannedStep<Step>>();
  for (const one of planned) {
    if (one.date < since || (last !== undefined && one.step.days <= last)) continue;
    const date = firstSendDay(one.date < from ? from : one.date, window);
    byDay.set(date, { ...one, date });
  }
  return [...byDay.values()];
}

/**
 * The days that a step can be moved to: from today on, and between its neighbors, so that the tones of
 * reminders keep their order. Empty (`from` after `to`) where there is none.
 */
export function findStepRange<Step extends { days: number }>(
  planned: readonly PlannedStep<Step>[],
  days: number,
  today: CalendarDate,
): DateRange {
  const at = planned.findIndex(({ step }) => step.days === days);
  const [before, after] = [planned[at - 1], planned[at + 1]];
  const first = before && addDays(before.date, 1);
  return {
    from: first !== undefined && first > today ? first : today,
    to: after ? addDays(after.date, -1) : addDays(today, LATEST_MOVE),
  };
}

/** Nobody plans a reminder further ahead. */
export const LATEST_MOVE = 366;

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

const hourIn = (instant: Date, timeZone: string): number =>
  Number(localTimeAt(instant, timeZone).slice(11, 13));

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
 * apart by quarters of an hour, and a clock that is changed is asked and not computed.
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

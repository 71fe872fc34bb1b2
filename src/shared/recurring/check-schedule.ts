import { formatDate } from '../dates/calendar-date.ts';
import type { FieldError } from '../errors/app-error.ts';
import type { Schedule } from './schedule.ts';
import { findOccurrence, occurrenceDate } from './schedule.ts';

/** What is wrong with a schedule, naming its field: one that says two things, or never comes. */
export function findScheduleFault(schedule: Schedule): FieldError | undefined {
  const { startDate, unit, dayOfMonth, endDate } = schedule;
  if (dayOfMonth !== null && (unit === 'day' || unit === 'week')) {
    const message = 'A day of the month goes with months, quarters or years';
    return { path: 'dayOfMonth', message };
  }
  if (endDate !== null && endDate < startDate) {
    return { path: 'endDate', message: 'End date must not be before the start date' };
  }
  if (findOccurrence(schedule, 0, 0)) return undefined;
  const first = formatDate(occurrenceDate(schedule, 0));
  return endDate === null
    ? { path: 'startDate', message: `The first invoice would be on ${first}, after the year 2099` }
    : {
        path: 'endDate',
        message: `The first invoice would be on ${first}, after the end date: choose a later one`,
      };
}

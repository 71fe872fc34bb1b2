import type { CalendarDate } from '../../shared/dates/calendar-date.ts';

/** Today where the person sits, for a calendar's mark and for relative words. */
export function localToday(now = new Date()): CalendarDate {
  const month = String(now.getMonth() + 1).padStart(2, '0');
  return `${now.getFullYear()}-${month}-${String(now.getDate()).padStart(2, '0')}`;
}

import type { CalendarDate } from '../dates/calendar-date.ts';

/**
 * What is wrong with the day of a payment that is said to have come.
 * @param latest the last day that can be today for whoever says so
 */
export function paymentDateFault(date: CalendarDate, latest: CalendarDate): string | undefined {
  return date > latest ? 'Payment date must not be in the future' : undefined;
}

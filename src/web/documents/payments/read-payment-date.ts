import type { CalendarDate } from '../../../shared/dates/calendar-date.ts';
import { paymentDateFault } from '../../../shared/payments/payment-date.ts';
import { paymentDateField } from '../../../shared/payments/payment.contract.ts';
import { localToday } from '../../ui/local-today.ts';

/** The payment's day as the call takes it, or what the call would say about it. */
export function readPaymentDate(
  text: string,
  today: CalendarDate,
): { date: CalendarDate } | { fault: string | undefined } {
  const read = paymentDateField.safeParse(text);
  if (!read.success) return { fault: read.error.issues[0]?.message };
  // Whoever types may be a day ahead of the business.
  const here = localToday();
  const fault = paymentDateFault(read.data, here > today ? here : today);
  return fault === undefined ? { date: read.data } : { fault };
}

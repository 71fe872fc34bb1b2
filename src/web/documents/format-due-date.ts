import type { CalendarDate } from '../../shared/dates/calendar-date.ts';
import { daysBetween } from '../../shared/dates/calendar-date.ts';
import type { Invoice } from '../../shared/invoices/invoice.contract.ts';

/** Whether somebody waits for its money: of a draft, of what is settled and of nothing nobody does. */
export const isAwaited = ({ standing }: Pick<Invoice, 'standing'>): boolean =>
  standing === 'sent' || standing === 'overdue';

/** How long until an invoice is due, or since when, while somebody waits for it. */
export function formatDueDate(
  invoice: Pick<Invoice, 'standing' | 'nextDueDate'>,
  today: CalendarDate,
): { words: string; late: boolean } | undefined {
  if (!isAwaited(invoice)) return undefined;
  const days = daysBetween(today, invoice.nextDueDate);
  if (days === 0) return { words: 'today', late: false };
  if (days > 0) return { words: days === 1 ? 'tomorrow' : `in ${days} days`, late: false };
  return { words: days === -1 ? '1 day late' : `${-days} days late`, late: true };
}

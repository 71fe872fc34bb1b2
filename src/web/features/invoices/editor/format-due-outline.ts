import {
  addDays,
  daysBetween,
  formatDate,
  parseCalendarDate,
} from '../../../../shared/dates/calendar-date.ts';
import type { CalendarDate } from '../../../../shared/dates/calendar-date.ts';
import type { DocumentDraft } from '../../../documents/editor/document-draft.ts';

type Outlined = Pick<DocumentDraft, 'issueDate' | 'endDate' | 'status' | 'installments'>;

/**
 * When the invoice is due, seen from today: 'due in 30 days', 'was due Nov 20, 2026'; of a plan, when its first
 * part is.
 * @returns undefined while a date is being typed, and for what is paid and due no more
 */
export function formatDueOutline(
  { issueDate, endDate, status, installments }: Outlined,
  today: CalendarDate,
) {
  const [issued, due] = [parseCalendarDate(issueDate), parseCalendarDate(endDate)];
  if (!issued || !due || status === 'paid') return undefined;
  if (due < issued) return 'due before it is issued';
  const [first = due] = installments.flatMap((one) => installmentDay(one, issued) ?? []).toSorted();
  return first < due ? `first part ${describeDay(first, today)}` : describeDay(due, today);
}

function describeDay(due: CalendarDate, today: CalendarDate): string {
  const days = daysBetween(today, due);
  if (days < 0) return `was due ${formatDate(due)}`;
  if (days === 0) return 'due today';
  return days === 1 ? 'due in 1 day' : `due in ${days} days`;
}

function installmentDay(
  { when, days, dueDate }: Outlined['installments'][number],
  issued: CalendarDate,
): CalendarDate | undefined {
  if (when === 'issue') return issued;
  if (when === 'date') return parseCalendarDate(dueDate);
  return when === 'afterIssue' && /^\d{1,4}$/.test(days)
    ? addDays(issued, Number(days))
    : undefined;
}

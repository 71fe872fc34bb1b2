import {
  daysBetween,
  formatDate,
  parseCalendarDate,
} from '../../../../shared/dates/calendar-date.ts';
import type { DocumentDraft } from '../../../documents/editor/document-draft.ts';

type Outlined = Pick<DocumentDraft, 'issueDate' | 'endDate' | 'status'>;

/**
 * When the invoice is due, seen from today: 'due in 30 days', 'was due Nov 20, 2026'.
 * @returns undefined while a date is being typed, and for what is paid and due no more
 */
export function formatDueOutline({ issueDate, endDate, status }: Outlined, today: string) {
  const [issued, due] = [parseCalendarDate(issueDate), parseCalendarDate(endDate)];
  if (!issued || !due || status === 'paid') return undefined;
  if (due < issued) return 'due before it is issued';
  const days = daysBetween(today, due);
  if (days < 0) return `was due ${formatDate(due)}`;
  if (days === 0) return 'due today';
  return days === 1 ? 'due in 1 day' : `due in ${days} days`;
}

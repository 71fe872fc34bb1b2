import type { CalendarDate } from '../../shared/dates/calendar-date.ts';
import type { DatedDocument } from '../../shared/documents/move-issue-date.ts';
import { moveIssueDate } from '../../shared/documents/move-issue-date.ts';
import { ApiError, errorMessage } from '../lib/api-error.ts';
import type { ToastAction } from '../ui/notify.tsx';
import { notify } from '../ui/notify.tsx';

/** Long enough to read why a draft was not issued. */
const STAYS_MS = 30_000;

interface Issuing<Draft extends DatedDocument> {
  today: CalendarDate;
  read: () => Promise<Draft>;
  save: (dates: ReturnType<typeof moveIssueDate<Draft>> & { version: number }) => Promise<unknown>;
  /** Does again what was refused. */
  issue: () => Promise<unknown>;
}

/** Where the date of a draft is what was refused, the press that dates it today and then issues it, as was asked. */
export function dateToday<Draft extends DatedDocument & { version: number }>(
  error: unknown,
  { today, read, save, issue }: Issuing<Draft>,
): ToastAction | undefined {
  const isDateRefused =
    error instanceof ApiError && error.fields.some(({ path }) => path === 'issueDate');
  if (!isDateRefused) return undefined;
  const mend = async () => {
    try {
      const draft = await read();
      await save({ version: draft.version, ...moveIssueDate(draft, today) });
    } catch (fault) {
      notify.error('Error', errorMessage(fault, 'The date could not be changed'));
      return;
    }
    await issue();
  };
  return { label: 'Date it today', forMs: STAYS_MS, onClick: () => void mend() };
}

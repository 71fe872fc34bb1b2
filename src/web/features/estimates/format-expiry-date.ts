import type { CalendarDate } from '../../../shared/dates/calendar-date.ts';
import {
  dateInZone,
  daysBetween,
  formatDate,
  parseCalendarDate,
} from '../../../shared/dates/calendar-date.ts';
import type { EstimateStatus } from '../../../shared/estimates/estimate-status.ts';
import type {
  EstimateDetail,
  EstimateEventType,
} from '../../../shared/estimates/estimate.contract.ts';

type Timed = Pick<EstimateDetail, 'status' | 'expiryDate' | 'history'>;

const ANSWERS: Partial<Record<EstimateStatus, readonly EstimateEventType[]>> = {
  accepted: ['estimate.accepted', 'estimate.converted'],
  rejected: ['estimate.rejected'],
};

/**
 * One sentence about time, for the estimate's page. `late` is its red part.
 * @param timeZone of the business, in which days are counted; undefined until it is known
 */
export function formatExpiryDate(
  { status, expiryDate, history }: Timed,
  today: CalendarDate,
  timeZone: string | undefined,
): { words: string; late?: string } {
  const date = formatDate(expiryDate);
  const answer = history.find(({ type }) => ANSWERS[status]?.includes(type));
  const on =
    answer && timeZone !== undefined
      ? ` on ${formatDate(dateInZone(new Date(answer.createdAt), timeZone))}`
      : '';
  if (status === 'accepted') return { words: `Accepted${on}.` };
  const days = daysBetween(today, expiryDate);
  if (status === 'rejected') {
    const was = days < 0 ? 'It was' : 'It would have been';
    return { words: `Rejected${on}. ${was} valid until ${date}.` };
  }
  if (status === 'expired' || days < 0) {
    const ago = days < 0 ? `${daysWord(-days)} ago.` : '';
    return ago ? { words: `Expired ${date}, `, late: ago } : { words: `Valid until ${date}.` };
  }
  const when = days === 0 ? 'today' : days === 1 ? 'tomorrow' : `in ${days} days`;
  return { words: `${status === 'draft' ? 'Not sent yet. ' : ''}Expires ${date}, ${when}.` };
}

/** What its last day is called in lists: nothing that was answered can expire any more. */
export function expiryLabel(
  { status, expiryDate }: Pick<Timed, 'status' | 'expiryDate'>,
  today: CalendarDate,
): string {
  const isPast = expiryDate < today;
  if (status === 'accepted' || status === 'rejected')
    return isPast ? 'Was valid until' : 'Valid until';
  return status === 'expired' || isPast ? 'Expired' : 'Expires';
}

/** 'expires in 30 days', beneath the form; undefined while a date is being typed. */
export function expiryOutline(
  { issueDate, endDate, status }: { issueDate: string; endDate: string; status: string },
  today: string,
): string | undefined {
  const [issued, expires] = [parseCalendarDate(issueDate), parseCalendarDate(endDate)];
  if (!issued || !expires || status === 'accepted' || status === 'rejected') return undefined;
  if (expires < issued) return 'expires before it is issued';
  const days = daysBetween(today, expires);
  if (days < 0) return `expired ${formatDate(expires)}`;
  if (days === 0) return 'expires today';
  return `expires in ${daysWord(days)}`;
}

function daysWord(days: number): string {
  return days === 1 ? '1 day' : `${days} days`;
}

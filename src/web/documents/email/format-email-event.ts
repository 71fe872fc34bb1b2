import { formatDate } from '../../../shared/dates/calendar-date.ts';
import type { EMAIL_EVENTS } from '../../../shared/emails/message.contract.ts';
import { formatList } from '../../../shared/text/format-list.ts';
import type { Sentence } from '../event-sentences.ts';
import { messageWord } from './format-undelivered.ts';

/**
 * What became of a message, in words.
 * @param data its `kind`, `to` and copies, the `reason`, or the local time that it was moved to (`at`)
 */
export function formatEmailEvent(
  type: (typeof EMAIL_EVENTS)[number],
  data: Record<string, unknown>,
): Sentence {
  const what = messageWord(data['kind']);
  const to = typeof data['to'] === 'string' ? ` to ${data['to']}${formatCopies(data)}` : '';
  if (type === 'email.queued') return ['draft', `${what}${to} queued`];
  if (type === 'email.moved' && typeof data['at'] === 'string') {
    const [day = '', time = ''] = data['at'].split('T');
    return ['edited', `${what}${to} moved to ${formatDate(day)}, ${time}`];
  }
  if (type === 'email.complained') return ['overdue', `${what}${to} marked as spam`];
  if (type === 'email.bounced' || type === 'email.delayed') {
    const reason = typeof data['reason'] === 'string' ? `: ${withinSentence(data['reason'])}` : '';
    return type === 'email.bounced'
      ? ['overdue', `${what}${to} not delivered${reason}`]
      : ['draft', `${what}${to} delayed${reason}`];
  }
  if (type === 'email.not_copied') return ['overdue', `${what}${to}: ${formatMissing(data)}`];
  if (data['outbox'] === true) {
    return ['draft', `${what}${to} kept in the outbox`];
  }
  if (type === 'email.sent') return ['sent', `${what}${to} sent`];
  if (data['undone'] === true) {
    return ['draft', `${what}${to} withdrawn before it was sent`];
  }
  if (data['withdrawn'] === true) {
    return ['draft', `${what}${to} not sent: ${withinSentence(data['reason'])}`];
  }
  const reason = typeof data['reason'] === 'string' ? `: ${data['reason']}` : '';
  const outcome = data['mayHaveArrived'] === true ? 'may have been sent' : 'failed';
  return ['overdue', `${what}${to} ${outcome}${reason}`];
}

type Copies = Partial<Record<'cc' | 'bcc' | 'refused' | 'copiesUnsure', unknown>>;

const list = (addresses: unknown): string[] =>
  (Array.isArray(addresses) ? addresses : []).filter((one) => typeof one === 'string');

/** ', Cc to a@example.com, Bcc to b@example.com (no copy was sent to b@example.com)': who read it besides. */
export function formatCopies(data: Copies): string {
  const copies = [
    ['Cc', list(data.cc)],
    ['Bcc', list(data.bcc)],
  ] as const;
  const told = copies.filter(([, { length }]) => length > 0);
  if (told.length === 0) return '';
  const missing = formatMissing(data);
  const note = missing ? ` (${missing})` : '';
  return `${told.map(([kind, readers]) => `, ${kind} to ${formatList(readers)}`).join('')}${note}`;
}

/** 'no copy was sent to a@example.com; a copy to b@example.com may have been sent' */
function formatMissing({ refused, copiesUnsure }: Copies): string {
  const [without, unsure] = [list(refused), list(copiesUnsure)];
  return [
    ...(without.length > 0 ? [`no copy was sent to ${formatList(without)}`] : []),
    ...(unsure.length > 0 ? [`a copy to ${formatList(unsure)} may have been sent`] : []),
  ].join('; ');
}

/** Words that stand on their own ('The invoice was paid in the meantime.') after a colon. */
export function withinSentence(words: unknown): string {
  const text = typeof words === 'string' ? words.replace(/\.$/, '') : '';
  return `${text.charAt(0).toLowerCase()}${text.slice(1)}`;
}

/** What was sent by email names its address; what went to the outbox went to nobody. */
export function formatSentTo({ to, outbox }: Record<string, unknown>): string {
  if (typeof to !== 'string' || !to.includes('@')) return 'Marked as sent';
  return outbox === true ? `Marked as sent, email to ${to} kept in the outbox` : `Sent to ${to}`;
}

import { formatDate, parseCalendarDate } from '../../../../shared/dates/calendar-date.ts';
import { INVOICE_STATUS_LABELS } from '../../../../shared/invoices/invoice-status.ts';
import type {
  InvoiceEvent,
  InvoiceEventType,
} from '../../../../shared/invoices/invoice.contract.ts';
import { PAUSE_LABELS } from '../../../../shared/reminders/pause-labels.ts';
import { formatByMethod, textIn } from '../../../documents/event-data.ts';
import type { EventSentences, Told } from '../../../documents/event-sentences.ts';
import {
  commonSentences,
  formatCreated,
  formatEvent,
  formatStatus,
} from '../../../documents/event-sentences.ts';
import { PAYMENT_SENTENCES } from './payment-sentences.ts';

const SENTENCES: EventSentences<InvoiceEventType> = {
  ...commonSentences('invoice'),
  ...PAYMENT_SENTENCES,
  'invoice.created': ({ data }) => ['draft', formatCreated(data['status'], INVOICE_STATUS_LABELS)],
  'invoice.overdue': ['overdue', 'Became overdue'],
  'invoice.paid': (told) => ['paid', formatPaid(told)],
  'invoice.written_off': ({ amount = 'What was due', reason }) => [
    'removed',
    `${amount} written off${reason ? `: ${reason}` : ''}`,
  ],
  'invoice.write_off_undone': ({ amount }) => [
    'applied',
    `Write-off${amount ? ` of ${amount}` : ''} undone: owed again`,
  ],
  'invoice.credited': (told) => ['applied', formatCredited('credited by', told)],
  'invoice.credit_withdrawn': (told) => ['removed', formatCredited('returned to', told)],
  'reminder.refused': ({ data }) => [
    'overdue',
    `No reminder was sent: ${textIn(data['customer']) ?? 'the customer'} has no email address`,
  ],
  'reminders.paused': ({ data }) => ['draft', formatPaused(data)],
  'reminders.resumed': ['draft', 'Reminders resumed'],
  'late_fee.made': ({ amount = 'A late fee', data }) => [
    'draft',
    `${amount} charged for late payment${data['sent'] === true ? '' : ', as a draft'}`,
  ],
  'late_fee.refused': ({ reason }) => [
    'overdue',
    `No late fee could be charged${reason ? `: ${reason}` : ''}`,
  ],
  'invoice.reopened': ({ data }) => {
    const to = formatStatus(' to ', data['to'], INVOICE_STATUS_LABELS);
    return ['edited', to ? `Set back${to}` : 'Reopened'];
  },
};

export const formatInvoiceEvent = (event: Pick<InvoiceEvent, 'type' | 'data'>, currency: string) =>
  formatEvent(SENTENCES, event, currency);

const formatCredited = (what: string, { data, amount = 'An amount' }: Told): string =>
  `${amount} ${what} ${textIn(data['creditNoteNumber']) ?? 'a credit note'}`;

function formatPaused({ reason, until, note }: Told['data']): string {
  const day = typeof until === 'string' ? parseCalendarDate(until) : undefined;
  const words = textIn(note);
  const why = PAUSE_LABELS.find(({ value }) => value === reason)?.label;
  return [
    'Reminders paused',
    day && ` until ${formatDate(day)}`,
    why && `: ${why.toLowerCase()}`,
    words && `. ${words}`,
  ]
    .filter(Boolean)
    .join('');
}

function formatPaid({ data, amount }: Told): string {
  const day =
    typeof data['paymentDate'] === 'string' ? parseCalendarDate(data['paymentDate']) : undefined;
  if (data['settledBy'] === 'write_off') return 'Settled: nothing more is due';
  if (data['settledBy'] === 'refund') return 'Settled: what was refunded is not owed again';
  if (data['settledBy'] === 'credit') return 'Settled by credit: nothing more is due';
  return [
    amount ? `${amount} received` : data['to'] === 'paid' ? 'Paid in full' : 'Marked as paid',
    formatByMethod(data['paymentMethod']),
    day && `on ${formatDate(day)}`,
  ]
    .filter(Boolean)
    .join(' ');
}

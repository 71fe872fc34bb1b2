import { formatDate, parseCalendarDate } from '../../../../shared/dates/calendar-date.ts';
import type { InvoiceEvent } from '../../../../shared/invoices/invoice.contract.ts';
import {
  INVOICE_STATUS_LABELS,
  INVOICE_STATUSES,
} from '../../../../shared/invoices/invoice-status.ts';
import { emailEventWords, sentWords } from '../../../documents/email/email-event-words.ts';
import { amountIn, byMethod } from '../../../documents/event-data.ts';
import type { GlyphKind } from '../../../documents/status-glyph.tsx';
import { paymentEventWords } from './payment-event-words.ts';

/** What happened, in words, and the glyph for it. What an event does not tell is not said. */
export function historyWords({ type, data }: InvoiceEvent): { words: string; glyph: GlyphKind } {
  switch (type) {
    case 'invoice.created':
      return { words: createdWords(data['status']), glyph: 'draft' };
    case 'invoice.edited':
      return { words: 'Edited', glyph: 'edited' };
    case 'invoice.sent':
      return { words: sentWords(data), glyph: 'sent' };
    case 'invoice.overdue':
      return { words: 'Became overdue', glyph: 'overdue' };
    case 'invoice.viewed':
      return { words: 'Viewed by the customer', glyph: 'viewed' };
    case 'invoice.paid':
      return { words: paidWords(data), glyph: 'paid' };
    case 'invoice.reopened':
      return { words: reopenedWords(data['to']), glyph: 'edited' };
    case 'invoice.deleted':
      return { words: 'Deleted', glyph: 'removed' };
    case 'invoice.restored':
      return { words: 'Restored', glyph: 'draft' };
    case 'email.queued':
    case 'email.sent':
    case 'email.failed':
      return emailEventWords(type, data);
    default:
      return paymentEventWords(type, data);
  }
}

function createdWords(status: unknown): string {
  const known = INVOICE_STATUSES.find((one) => one === status);
  return known && known !== 'draft'
    ? `Created as ${INVOICE_STATUS_LABELS[known].toLowerCase()}`
    : 'Created';
}

function reopenedWords(to: unknown): string {
  const status = INVOICE_STATUSES.find((one) => one === to);
  return status ? `Set back to ${INVOICE_STATUS_LABELS[status].toLowerCase()}` : 'Reopened';
}

function paidWords(data: InvoiceEvent['data']): string {
  const amount = amountIn(data['amount']);
  const day =
    typeof data['paymentDate'] === 'string' ? parseCalendarDate(data['paymentDate']) : undefined;
  return [
    amount ? `${amount} received` : data['to'] === 'paid' ? 'Paid in full' : 'Marked as paid',
    byMethod(data['paymentMethod']),
    day && `on ${formatDate(day)}`,
  ]
    .filter(Boolean)
    .join(' ');
}

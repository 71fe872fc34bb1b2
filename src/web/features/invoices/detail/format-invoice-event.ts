import { formatDate, parseCalendarDate } from '../../../../shared/dates/calendar-date.ts';
import {
  INVOICE_STATUS_LABELS,
  INVOICE_STATUSES,
} from '../../../../shared/invoices/invoice-status.ts';
import type { InvoiceEvent } from '../../../../shared/invoices/invoice.contract.ts';
import { formatEmailEvent, formatSentTo } from '../../../documents/email/format-email-event.ts';
import { amountIn, formatByMethod, textIn } from '../../../documents/event-data.ts';
import type { GlyphKind } from '../../../documents/status-glyph.tsx';
import { formatPaymentEvent } from './format-payment-event.ts';

/** What happened, in words, and the glyph for it. What an event does not tell is not said. */
export function formatInvoiceEvent(
  { type, data }: InvoiceEvent,
  currency: string,
): {
  words: string;
  glyph: GlyphKind;
} {
  switch (type) {
    case 'invoice.created':
      return { words: formatCreated(data['status']), glyph: 'draft' };
    case 'invoice.edited':
      return { words: 'Edited', glyph: 'edited' };
    case 'invoice.sent':
      return { words: formatSentTo(data), glyph: 'sent' };
    case 'invoice.overdue':
      return { words: 'Became overdue', glyph: 'overdue' };
    case 'invoice.viewed':
      return { words: 'Viewed by the customer', glyph: 'viewed' };
    case 'invoice.paid':
      return { words: formatPaid(data, currency), glyph: 'paid' };
    case 'invoice.written_off':
      return { words: formatWrittenOff(data, currency), glyph: 'removed' };
    case 'invoice.write_off_undone':
      return { words: formatWriteOffUndone(data, currency), glyph: 'applied' };
    case 'invoice.credited':
      return { words: formatCredited('credited by', data, currency), glyph: 'applied' };
    case 'invoice.credit_withdrawn':
      return { words: formatCredited('returned to', data, currency), glyph: 'removed' };
    case 'invoice.reopened':
      return { words: formatReopened(data['to']), glyph: 'edited' };
    case 'invoice.deleted':
      return { words: 'Deleted', glyph: 'removed' };
    case 'invoice.restored':
      return { words: 'Restored', glyph: 'draft' };
    case 'email.queued':
    case 'email.sent':
    case 'email.failed':
      return formatEmailEvent(type, data);
    default:
      return formatPaymentEvent(type, data, currency);
  }
}

function formatCreated(status: unknown): string {
  // Whether anything went out is told by an entry of its own.
  if (status === 'sent') return 'Created and issued';
  const known = INVOICE_STATUSES.find((one) => one === status);
  return known && known !== 'draft'
    ? `Created as ${INVOICE_STATUS_LABELS[known].toLowerCase()}`
    : 'Created';
}

function formatWrittenOff(data: InvoiceEvent['data'], currency: string): string {
  const amount = amountIn(data['amount'], data['currency'] ?? currency);
  const reason = textIn(data['reason']);
  return `${amount ?? 'What was due'} written off${reason ? `: ${reason}` : ''}`;
}

function formatWriteOffUndone(data: InvoiceEvent['data'], currency: string): string {
  const amount = amountIn(data['amount'], data['currency'] ?? currency);
  return `Write-off${amount ? ` of ${amount}` : ''} undone: owed again`;
}

function formatCredited(what: string, data: InvoiceEvent['data'], currency: string): string {
  const amount = amountIn(data['amount'], data['currency'] ?? currency);
  return `${amount ?? 'An amount'} ${what} ${textIn(data['creditNoteNumber']) ?? 'a credit note'}`;
}

function formatReopened(to: unknown): string {
  const status = INVOICE_STATUSES.find((one) => one === to);
  return status ? `Set back to ${INVOICE_STATUS_LABELS[status].toLowerCase()}` : 'Reopened';
}

function formatPaid(data: InvoiceEvent['data'], currency: string): string {
  const amount = amountIn(data['amount'], data['currency'] ?? currency);
  const day =
    typeof data['paymentDate'] === 'string' ? parseCalendarDate(data['paymentDate']) : undefined;
  if (data['settledBy'] === 'write_off') return 'Settled: nothing more is due';
  if (data['settledBy'] === 'credit') return 'Settled by credit: nothing more is due';
  return [
    amount ? `${amount} received` : data['to'] === 'paid' ? 'Paid in full' : 'Marked as paid',
    formatByMethod(data['paymentMethod']),
    day && `on ${formatDate(day)}`,
  ]
    .filter(Boolean)
    .join(' ');
}

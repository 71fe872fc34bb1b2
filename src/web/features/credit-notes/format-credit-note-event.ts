import type { CreditNoteDetail } from '../../../shared/credit-notes/credit-note.contract.ts';
import { formatEmailEvent, formatSentTo } from '../../documents/email/format-email-event.ts';
import { amountIn, textIn } from '../../documents/event-data.ts';
import type { GlyphKind } from '../../documents/status-glyph.tsx';

type HistoryEntry = CreditNoteDetail['history'][number];

/** An entry of a credit note's history, in words. */
export function formatCreditNoteEvent({ type, data }: HistoryEntry): {
  words: string;
  glyph: GlyphKind;
} {
  const invoice = textIn(data['invoiceNumber']);
  const amount = amountIn(data['amount'], data['currency']) ?? 'Credit';
  switch (type) {
    case 'credit_note.created':
      return { words: `Created${invoice ? ` for ${invoice}` : ''}`, glyph: 'draft' };
    case 'credit_note.edited':
      return { words: 'Edited', glyph: 'edited' };
    case 'credit_note.issued':
      return { words: 'Issued', glyph: 'issued' };
    case 'credit_note.applied':
      return { words: `${amount} applied to ${invoice ?? 'an invoice'}`, glyph: 'applied' };
    case 'credit_note.withdrawn':
      return { words: `${amount} taken back from ${invoice ?? 'an invoice'}`, glyph: 'removed' };
    case 'credit_note.refunded':
      return { words: `${amount} paid back`, glyph: 'removed' };
    case 'credit_note.refund_undone':
      return { words: `Refund of ${amount} undone`, glyph: 'edited' };
    case 'credit_note.sent':
      return { words: formatSentTo(data), glyph: 'sent' };
    case 'credit_note.viewed':
      return { words: 'Viewed by the customer', glyph: 'viewed' };
    case 'email.queued':
    case 'email.sent':
    case 'email.failed':
      return formatEmailEvent(type, data);
    case 'credit_note.deleted':
      return { words: 'Deleted', glyph: 'removed' };
    case 'credit_note.restored':
      return { words: 'Restored', glyph: 'draft' };
  }
}

import {
  ESTIMATE_STATUS_LABELS,
  ESTIMATE_STATUSES,
} from '../../../shared/estimates/estimate-status.ts';
import type { EstimateDetail } from '../../../shared/estimates/estimate.contract.ts';
import { formatEmailEvent, formatSentTo } from '../../documents/email/format-email-event.ts';
import { textIn } from '../../documents/event-data.ts';
import type { GlyphKind } from '../../documents/status-glyph.tsx';

type HistoryEntry = EstimateDetail['history'][number];

/** What happened, in words, and the glyph for it. What an event does not tell is not said. */
export function formatEstimateEvent({ type, data }: HistoryEntry): {
  words: string;
  glyph: GlyphKind;
} {
  const invoice = textIn(data['invoiceNumber']);
  switch (type) {
    case 'estimate.created':
      // Whether anything went out is told by an entry of its own.
      return data['status'] === 'sent'
        ? { words: 'Created and issued', glyph: 'draft' }
        : { words: withStatus('Created', ' as ', data['status']), glyph: 'draft' };
    case 'estimate.edited':
      return { words: 'Edited', glyph: 'edited' };
    case 'estimate.sent':
      return { words: formatSentTo(data), glyph: 'sent' };
    case 'estimate.viewed':
      return { words: 'Viewed by the customer', glyph: 'viewed' };
    case 'email.queued':
    case 'email.sent':
    case 'email.failed':
      return formatEmailEvent(type, data);
    case 'estimate.accepted':
      return { words: `Accepted${invoice ? `, became ${invoice}` : ''}`, glyph: 'accepted' };
    case 'estimate.converted':
      return { words: `Converted${invoice ? ` to ${invoice}` : ''}`, glyph: 'accepted' };
    case 'estimate.deposit':
      return { words: `Deposit asked for${invoice ? ` with ${invoice}` : ''}`, glyph: 'sent' };
    case 'estimate.rejected':
      return { words: 'Rejected', glyph: 'rejected' };
    case 'estimate.expired':
      return { words: 'Expired', glyph: 'expired' };
    case 'estimate.reopened':
      return { words: withStatus('Set back', ' to ', data['to']), glyph: 'edited' };
    case 'estimate.deleted':
      return { words: 'Deleted', glyph: 'removed' };
    case 'estimate.restored':
      return { words: 'Restored', glyph: 'draft' };
  }
}

/** A draft is what it begins as: that is said only of what it is set back to. */
function withStatus(words: string, link: string, status: unknown): string {
  const known = ESTIMATE_STATUSES.find((one) => one === status);
  if (!known || (known === 'draft' && words === 'Created')) return words;
  return `${words}${link}${ESTIMATE_STATUS_LABELS[known].toLowerCase()}`;
}

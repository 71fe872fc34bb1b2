/** What happened to a document, in words, and the glyph for it. What an event does not tell is not said. */
import type { EMAIL_EVENTS } from '../../shared/emails/message.contract.ts';
import { formatEmailEvent, formatSentTo } from './email/format-email-event.ts';
import { amountIn, textIn } from './event-data.ts';
import type { GlyphKind } from './status-glyph.tsx';

export type Sentence = readonly [glyph: GlyphKind, words: string];

/** What an event tells. */
export interface Told {
  data: Record<string, unknown>;
  amount: string | undefined;
  /** Of the document. */
  currency: string | undefined;
  reason: string | undefined;
  /** The number of the invoice that it is about. */
  invoice: string | undefined;
}

/** An event's sentence: the same for each, or by what the event tells. */
export type EventSentences<Type extends string> = Record<
  Type,
  Sentence | ((told: Told) => Sentence)
>;

/** @param currency of the document; older events tell none of their own */
export function formatEvent<Type extends string>(
  sentences: EventSentences<Type>,
  { type, data }: { type: Type; data: Record<string, unknown> },
  currency?: string,
): { glyph: GlyphKind; words: string } {
  const sentence = sentences[type];
  const [glyph, words] =
    typeof sentence === 'function'
      ? sentence({
          data,
          amount: amountIn(data['amount'], data['currency'] ?? currency),
          currency,
          reason: textIn(data['reason']),
          invoice: textIn(data['invoiceNumber']),
        })
      : sentence;
  return { glyph, words };
}

/** What happens to documents of every kind. */
export const commonSentences = <Kind extends string>(kind: Kind) =>
  ({
    [`${kind}.edited`]: ['edited', 'Edited'],
    [`${kind}.sent`]: ({ data }: Told): Sentence => ['sent', formatSentTo(data)],
    [`${kind}.viewed`]: ['viewed', 'Viewed by the customer'],
    [`${kind}.deleted`]: ['removed', 'Deleted'],
    [`${kind}.restored`]: ['draft', 'Restored'],
    'email.queued': ({ data }: Told) => formatEmailEvent('email.queued', data),
    'email.moved': ({ data }: Told) => formatEmailEvent('email.moved', data),
    'email.sent': ({ data }: Told) => formatEmailEvent('email.sent', data),
    'email.not_copied': ({ data }: Told) => formatEmailEvent('email.not_copied', data),
    'email.failed': ({ data }: Told) => formatEmailEvent('email.failed', data),
    'email.bounced': ({ data }: Told) => formatEmailEvent('email.bounced', data),
    'email.delayed': ({ data }: Told) => formatEmailEvent('email.delayed', data),
    'email.complained': ({ data }: Told) => formatEmailEvent('email.complained', data),
  }) as EventSentences<
    | `${Kind}.${'edited' | 'sent' | 'viewed' | 'deleted' | 'restored'}`
    | (typeof EMAIL_EVENTS)[number]
  >;

/** 'Created as accepted'. Whether anything went out is told by an entry of its own. */
export function formatCreated(status: unknown, labels: Record<string, string>): string {
  if (status === 'sent') return 'Created and issued';
  return status === 'draft' ? 'Created' : `Created${formatStatus(' as ', status, labels)}`;
}

/** ' to sent': a status that an event tells, if it is one of these. */
export function formatStatus(
  link: string,
  status: unknown,
  labels: Record<string, string>,
): string {
  const label = typeof status === 'string' ? labels[status] : undefined;
  return label ? `${link}${label.toLowerCase()}` : '';
}

import type { InvoiceStanding } from '../../shared/invoices/invoice-status.ts';
import { INVOICE_STANDING_LABELS } from '../../shared/invoices/invoice-status.ts';
import type { BadgeTone } from '../ui/badge.tsx';
import { Badge } from '../ui/badge.tsx';
import type { GlyphKind } from './status-glyph.tsx';
import { StatusGlyph } from './status-glyph.tsx';
import { ViewedBadge, ViewedMark } from './viewed-badge.tsx';

/** What asks for nothing and what nobody has paid is done with, and no success. */
const LOOKS: Record<InvoiceStanding, { tone: BadgeTone; glyph: GlyphKind }> = {
  draft: { tone: 'draft', glyph: 'draft' },
  sent: { tone: 'sent', glyph: 'sent' },
  paid: { tone: 'paid', glyph: 'paid' },
  overdue: { tone: 'overdue', glyph: 'overdue' },
  nothing_due: { tone: 'draft', glyph: 'sent' },
  refunded: { tone: 'draft', glyph: 'refunded' },
  credited: { tone: 'paid', glyph: 'paid' },
  written_off: { tone: 'draft', glyph: 'written_off' },
};

/** How far an invoice has come, as a glyph. */
export const standingGlyph = (standing: InvoiceStanding): GlyphKind => LOOKS[standing].glyph;

/** The width in px of a table's column that holds the longest of these badges, 'Nothing due'. */
export const BADGE_COLUMN = 136;

interface Props {
  standing: InvoiceStanding;
  /** The customer has opened it: said instead of 'Sent', and beside 'Overdue'. */
  isViewed?: boolean;
  /** There is room for a second word. */
  roomy?: boolean;
}

export function InvoiceBadge({ standing, isViewed = false, roomy = false }: Props) {
  if (standing === 'sent' && isViewed) return <ViewedBadge />;
  const { tone, glyph } = LOOKS[standing];
  const badge = (
    <Badge tone={tone} glyph={<StatusGlyph kind={glyph} />}>
      {INVOICE_STANDING_LABELS[standing]}
    </Badge>
  );
  if (standing !== 'overdue' || !isViewed) return badge;
  return (
    <span className="inline-flex items-center gap-1.5">
      {badge}
      {roomy ? <ViewedBadge /> : <ViewedMark />}
    </span>
  );
}

import type { CreditNoteStatus } from '../../shared/credit-notes/credit-note-status.ts';
import { CREDIT_NOTE_STATUS_LABELS } from '../../shared/credit-notes/credit-note-status.ts';
import type { BadgeTone } from '../ui/badge.tsx';
import { Badge } from '../ui/badge.tsx';
import { StatusGlyph } from './status-glyph.tsx';

const TONES: Record<CreditNoteStatus, BadgeTone> = {
  draft: 'draft',
  issued: 'sent',
  applied: 'paid',
};

export function CreditNoteBadge({ status }: { status: CreditNoteStatus }) {
  return (
    <Badge tone={TONES[status]} glyph={<StatusGlyph kind={status} />}>
      {CREDIT_NOTE_STATUS_LABELS[status]}
    </Badge>
  );
}

import type { AdminUser } from '../../../shared/admin/users.contract.ts';
import type { GlyphKind } from '../../documents/status-glyph.tsx';
import { StatusGlyph } from '../../documents/status-glyph.tsx';
import type { BadgeTone } from '../../ui/badge.tsx';
import { Badge } from '../../ui/badge.tsx';

type Status = AdminUser['subscriptionStatus'];

/** A trial is on its way, a plan has been paid for, a canceled one is history. */
const LOOK: Record<Status, { tone: BadgeTone; glyph: GlyphKind; label: string }> = {
  trial: { tone: 'sent', glyph: 'sent', label: 'Trial' },
  active: { tone: 'paid', glyph: 'paid', label: 'Active' },
  canceled: { tone: 'draft', glyph: 'removed', label: 'Canceled' },
};

export function UserBadge({ status }: { status: Status }) {
  const { tone, glyph, label } = LOOK[status];
  return (
    <Badge tone={tone} glyph={<StatusGlyph kind={glyph} />}>
      {label}
    </Badge>
  );
}

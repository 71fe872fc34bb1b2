import type { Email } from '../../../shared/emails/message.contract.ts';
import { StatusGlyph } from '../../documents/status-glyph.tsx';
import type { BadgeTone } from '../../ui/badge.tsx';
import { Badge } from '../../ui/badge.tsx';

const LOOK = {
  queued: { tone: 'draft', label: 'Queued' },
  sent: { tone: 'sent', label: 'Sent' },
  failed: { tone: 'overdue', label: 'Failed' },
} as const;

type Stage = Pick<Email, 'status' | 'keptInOutbox' | 'withdrawn' | 'waitsFor'>;

/** How far a message has come, truthfully: kept here is not sent, and held or taken back has not failed. */
export function MessageBadge({ message }: { message: Stage }) {
  const { tone, label } = badgeLook(message);
  return (
    <Badge tone={tone} glyph={<StatusGlyph kind={tone} />}>
      {label}
    </Badge>
  );
}

function badgeLook({ status, keptInOutbox, withdrawn, waitsFor }: Stage): {
  tone: BadgeTone & ('draft' | 'sent' | 'overdue');
  label: string;
} {
  if (keptInOutbox) return { tone: 'draft', label: 'Kept here' };
  if (withdrawn) return { tone: 'draft', label: 'Not sent' };
  if (waitsFor) return { tone: 'draft', label: 'Waiting' };
  return LOOK[status];
}

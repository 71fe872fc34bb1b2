import type { Email } from '../../../shared/emails/message.contract.ts';
import { isSameAddress } from '../../../shared/emails/undelivered.ts';
import { StatusGlyph } from '../../documents/status-glyph.tsx';
import type { BadgeTone } from '../../ui/badge.tsx';
import { Badge } from '../../ui/badge.tsx';

const LOOK = {
  queued: { tone: 'draft', label: 'Queued' },
  sent: { tone: 'sent', label: 'Sent' },
  failed: { tone: 'overdue', label: 'Failed' },
} as const;

type Stage = Pick<
  Email,
  | 'status'
  | 'keptInOutbox'
  | 'withdrawn'
  | 'withheld'
  | 'mayHaveArrived'
  | 'waitsFor'
  | 'to'
  | 'bounce'
>;

/** What came of it after it had been sent, as far as it is of the one whom it was for. */
const CAME_BACK = {
  hard: { tone: 'overdue', label: 'Not delivered' },
  soft: { tone: 'draft', label: 'Delayed' },
  complaint: { tone: 'overdue', label: 'Marked as spam' },
} as const;

/** How far a message has come, truthfully: kept here is not sent, and held or taken back has not failed. */
export function MessageBadge({ message }: { message: Stage }) {
  const { tone, label } = badgeLook(message);
  return (
    <Badge tone={tone} glyph={<StatusGlyph kind={tone} />}>
      {label}
    </Badge>
  );
}

function badgeLook(stage: Stage): {
  tone: BadgeTone & ('draft' | 'sent' | 'overdue');
  label: string;
} {
  const { status, keptInOutbox, withdrawn, withheld, mayHaveArrived, waitsFor, to, bounce } = stage;
  if (bounce && isSameAddress(bounce.address, to)) return CAME_BACK[bounce.kind];
  if (withheld) return { tone: 'overdue', label: 'Not sent' };
  if (keptInOutbox) return { tone: 'draft', label: 'Kept here' };
  if (withdrawn) return { tone: 'draft', label: 'Not sent' };
  if (waitsFor === 'schedule') return { tone: 'draft', label: 'Scheduled' };
  if (waitsFor) return { tone: 'draft', label: 'Waiting' };
  if (mayHaveArrived) return { tone: 'overdue', label: 'May have been sent' };
  return LOOK[status];
}

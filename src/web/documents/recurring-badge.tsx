import type { Recurring } from '../../shared/recurring/recurring.contract.ts';
import type { BadgeTone } from '../ui/badge.tsx';
import { Badge } from '../ui/badge.tsx';
import { Icon } from '../ui/icon.tsx';
import type { IconType } from '../ui/icons.ts';
import { IconAlertTriangle, IconCircleCheck, IconPlayerPause, IconRefresh } from '../ui/icons.ts';

type State = Recurring['status'] | 'problem';
const LOOKS: Record<State, { tone: BadgeTone; icon: IconType; label: string }> = {
  active: { tone: 'sent', icon: IconRefresh, label: 'Active' },
  paused: { tone: 'draft', icon: IconPlayerPause, label: 'Paused' },
  ended: { tone: 'paid', icon: IconCircleCheck, label: 'Ended' },
  problem: { tone: 'overdue', icon: IconAlertTriangle, label: 'Needs attention' },
};

export const hasProblem = ({ status, problem }: Pick<Recurring, 'status' | 'problem'>): boolean =>
  status === 'active' && problem !== null;

export function RecurringBadge({
  recurring,
}: {
  recurring: Pick<Recurring, 'status' | 'problem'>;
}) {
  const { tone, icon, label } = LOOKS[hasProblem(recurring) ? 'problem' : recurring.status];
  return (
    <Badge tone={tone} glyph={<Icon as={icon} size={14} />}>
      {label}
    </Badge>
  );
}

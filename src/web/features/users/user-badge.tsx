import { IconBan, IconCrown, IconHourglass, IconLock } from '@tabler/icons-react';
import type { AdminUser } from '../../../shared/admin/users.contract.ts';
import type { BadgeTone } from '../../ui/badge.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Icon, type IconType } from '../../ui/icon.tsx';

type Status = AdminUser['subscriptionStatus'];

/** Signs of their own: those of documents say that one was sent or paid, which an account is not. */
const LOOK: Record<Status, { tone: BadgeTone; icon: IconType; label: string }> = {
  trial: { tone: 'sent', icon: IconHourglass, label: 'Trial' },
  active: { tone: 'paid', icon: IconCrown, label: 'Active' },
  canceled: { tone: 'draft', icon: IconBan, label: 'Canceled' },
};

export function UserBadge({ status }: { status: Status }) {
  const { tone, icon, label } = LOOK[status];
  return (
    <Badge tone={tone} glyph={<Icon as={icon} size={14} />}>
      {label}
    </Badge>
  );
}

/** Beside the status of the subscription: the account may read only. */
export function SuspendedBadge() {
  return (
    <Badge tone="overdue" glyph={<Icon as={IconLock} size={14} />}>
      Suspended
    </Badge>
  );
}

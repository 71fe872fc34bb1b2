import { IconLock, IconLockOpen } from '@tabler/icons-react';
import { displayName } from '../../../shared/accounts/display-name.ts';
import type { AdminUser } from '../../../shared/admin/users.contract.ts';
import { useUser } from '../../lib/session.ts';
import { IconButton } from '../../ui/button.tsx';

interface Props {
  user: AdminUser;
  /** Asks before it happens. */
  onPress: (user: AdminUser) => void;
}

/** Leads to the question whether an account is to be suspended, or reinstated. */
export function SuspendButton({ user, onPress }: Props) {
  const me = useUser();
  // Whoever administers cannot lock the door behind themselves.
  if (me?.id === user.id) return null;
  const suspended = user.suspendedAt !== null;
  return (
    <IconButton
      size="sm"
      icon={suspended ? IconLockOpen : IconLock}
      label={`${suspended ? 'Reinstate' : 'Suspend'} ${displayName(user)}`}
      danger={!suspended}
      writes
      onClick={() => onPress(user)}
    />
  );
}

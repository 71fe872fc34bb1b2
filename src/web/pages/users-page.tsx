import { UsersView } from '../features/users/users-view.tsx';
import { useUser } from '../lib/session.ts';
import { AccessDenied } from './access-denied.tsx';

export function Component() {
  const denied = <AccessDenied />;
  return useUser()?.isAdmin ? <UsersView denied={denied} /> : denied;
}

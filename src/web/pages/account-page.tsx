import { AccountView } from '../features/account/account-view.tsx';
import { useUser } from '../lib/session.ts';

export function Component() {
  const user = useUser();
  return user ? <AccountView user={user} /> : null;
}

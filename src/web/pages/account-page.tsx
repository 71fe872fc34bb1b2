import { AccountView } from '../features/account/account-view.tsx';
import { useUser } from '../lib/session.ts';

export function AccountPage() {
  const user = useUser();
  return user ? <AccountView user={user} /> : null;
}

import { useUser } from '../lib/session.ts';
import { Button } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { AccessDenied } from './access-denied.tsx';

/** Screens whose work is still to come. Each says what will stand there, and no more. */
export function UsersPage() {
  const user = useUser();
  if (!user?.isAdmin) {
    return <AccessDenied />;
  }
  return (
    <EmptyState
      title="Users are not here yet"
      actions={<Button to="/jobs">Background jobs</Button>}
    >
      Everybody who has an account on this installation, with their plan and their trial.
    </EmptyState>
  );
}

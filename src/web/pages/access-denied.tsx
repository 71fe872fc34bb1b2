import { Button } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';

/** A page of the admin's, for everybody else. */
export function AccessDenied() {
  return (
    <EmptyState title="Access Denied" actions={<Button to="/">Go to the dashboard</Button>}>
      You don't have permission to access this page.
    </EmptyState>
  );
}

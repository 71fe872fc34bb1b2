import { useMutation, useQuery } from '@tanstack/react-query';
import { sendConfirmation } from '../features/account/auth-calls.ts';
import { failure } from '../lib/api-error.ts';
import { orpc } from '../lib/api.ts';
import { useUser } from '../lib/session.ts';
import { Button } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { notify } from '../ui/notify.tsx';

/** A page of the admin's, for everybody else; whoever will be the admin learns what is missing. */
export function AccessDenied() {
  const user = useUser();
  return user?.adminPending ? (
    <ConfirmAddress email={user.email} />
  ) : (
    <EmptyState title="Access Denied" actions={<Button to="/">Go to Dashboard</Button>}>
      You don't have permission to access this page.
    </EmptyState>
  );
}

function ConfirmAddress({ email }: { email: string }) {
  const { data: installation } = useQuery(orpc.account.installation.queryOptions());
  const sending = useMutation({
    mutationFn: () => sendConfirmation(email),
    onSuccess: () => notify.success('Message sent', `The link for ${email} is on its way.`),
    onError: (error) => notify.error('Error', failure('Failed to send the message', error)),
  });
  return (
    <EmptyState
      title="Access Denied"
      actions={
        <>
          <Button writes busy={sending.isPending} onClick={() => sending.mutate()}>
            Send the message again
          </Button>
          <Button variant="quiet" to="/">
            Go to Dashboard
          </Button>
        </>
      }
    >
      You don't have permission to access this page. It becomes available once your address {email}{' '}
      is confirmed: open the link in the message “Confirm your email address for Remit” in this
      browser, then reload this page.
      {installation?.mail === 'outbox' &&
        ' This installation has no mail server, so the message is a file in the outbox folder of its data folder.'}
    </EmptyState>
  );
}

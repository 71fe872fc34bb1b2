import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { displayName } from '../../../shared/accounts/display-name.ts';
import type { AdminUser } from '../../../shared/admin/users.contract.ts';
import { errorMessage } from '../../lib/api-error.ts';
import { api, orpc } from '../../lib/api.ts';
import { useSubmission } from '../../lib/use-submission.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog, DialogActions } from '../../ui/dialog.tsx';
import { notify } from '../../ui/notify.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { useFrozen } from '../../ui/use-frozen.ts';

interface Props {
  /** None closes the dialog. */
  user: AdminUser | undefined;
  onClose: () => void;
}

/** Suspends an account or reinstates it, after a question that says what happens. */
export function SuspendDialog({ user, onClose }: Props) {
  const shown = useFrozen(user, user !== undefined);
  const suspended = shown != null && shown.suspendedAt !== null;
  const name = shown ? displayName(shown) : '';
  return (
    <Dialog
      opened={user !== undefined}
      onClose={onClose}
      title={`${suspended ? 'Reinstate' : 'Suspend'} ${name}?`}
      description={
        suspended
          ? 'Everything works again, and held messages are sent.'
          : 'The account becomes read-only. Its messages are held, no new payments start, and its customers’ pages show as unavailable.'
      }
    >
      {shown && <Question key={shown.id} user={shown} onClose={onClose} />}
    </Dialog>
  );
}

function Question({ user, onClose }: { user: AdminUser; onClose: () => void }) {
  const [reason, setReason] = useState('');
  const client = useQueryClient();
  const suspended = user.suspendedAt !== null;
  const change = useSubmission(async () => {
    try {
      if (suspended) await api.users.reinstate({ id: user.id });
      else await api.users.suspend({ id: user.id, reason });
    } catch (error) {
      notify.error('Error', errorMessage(error, 'The account could not be changed.'));
      return 'open';
    }
    onClose();
    notify.success(suspended ? 'Account reinstated' : 'Account suspended', displayName(user));
    void client.invalidateQueries({ queryKey: orpc.users.list.key() });
    return 'done';
  });
  return (
    <>
      {suspended ? (
        user.suspensionReason && <p>Reason given: {user.suspensionReason}</p>
      ) : (
        <TextField
          label="Reason"
          optional
          hint="Shown to the account’s owner."
          maxLength={500}
          value={reason}
          onChange={(event) => setReason(event.target.value)}
        />
      )}
      <DialogActions writes>
        <Button onClick={onClose} data-autofocus>
          Cancel
        </Button>
        <Button
          variant={suspended ? 'primary' : 'danger-filled'}
          writes
          busy={change.busy}
          onClick={() => void change.submit()}
        >
          {suspended ? 'Reinstate account' : 'Suspend account'}
        </Button>
      </DialogActions>
    </>
  );
}

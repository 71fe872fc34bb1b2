import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { displayName } from '../../../shared/accounts/display-name.ts';
import type { AdminUser } from '../../../shared/admin/users.contract.ts';
import { useBusiness } from '../../documents/use-business.ts';
import { failure, loadFailure } from '../../lib/api-error.ts';
import { api, orpc } from '../../lib/api.ts';
import { formatInstant } from '../../lib/format-instant.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog, DialogActions } from '../../ui/dialog.tsx';
import { notify } from '../../ui/notify.tsx';
import { PageError } from '../../ui/page-error.tsx';
import { useFrozen } from '../../ui/use-frozen.ts';

interface Props {
  /** None closes the dialog. */
  user: AdminUser | undefined;
  onClose: () => void;
}

/** Who has blocked an account's emails, each with what unblocks it. */
export function BlocksDialog({ user, onClose }: Props) {
  const shown = useFrozen(user, user !== undefined);
  return (
    <Dialog
      opened={user !== undefined}
      onClose={onClose}
      title={shown ? `Who has blocked ${displayName(shown)}` : ''}
      description="Unblock an address only if its reader wants emails from this account again. The account is notified."
    >
      {shown && <Blocks key={shown.id} id={shown.id} />}
      <DialogActions>
        <Button onClick={onClose} data-autofocus>
          Close
        </Button>
      </DialogActions>
    </Dialog>
  );
}

function Blocks({ id }: { id: string }) {
  const client = useQueryClient();
  const { profile } = useBusiness();
  const query = useQuery({ ...orpc.users.blocks.queryOptions({ input: { id } }), gcTime: 0 });
  const lift = useMutation({
    mutationFn: (address: string) => api.users.liftBlock({ id, address }),
    onSuccess: (_user, address) => {
      notify.success('Address unblocked', address);
      return client.invalidateQueries({ queryKey: orpc.users.key() });
    },
    onError: (error) => notify.error('Error', failure('The address was not unblocked', error)),
  });
  const when = (instant: string) => formatInstant(instant, profile?.timeZone);
  if (query.isError) {
    return <PageError title="The addresses could not be loaded" {...loadFailure(query)} />;
  }
  if (!query.data) return <p className="text-ink-2">Loading…</p>;
  const { blocks } = query.data;
  if (blocks.length === 0) return <p>Nobody blocks this account.</p>;
  return (
    <ul className="grid gap-3">
      {blocks.map(({ address, blockedAt, askedAt }) => (
        <li key={address} className="flex items-center justify-between gap-3">
          <span className="grid min-w-0 wrap-anywhere">
            <b>{address}</b>
            <span className="text-13 text-ink-2">
              Blocked on {when(blockedAt)}
              {askedAt && `, unblocking requested on ${when(askedAt)}`}
            </span>
          </span>
          <Button
            size="sm"
            writes
            aria-label={`Unblock ${address}`}
            busy={lift.isPending && lift.variables === address}
            disabled={lift.isPending}
            onClick={() => lift.mutate(address)}
          >
            Unblock
          </Button>
        </li>
      ))}
    </ul>
  );
}

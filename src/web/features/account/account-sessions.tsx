import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { AccountSession } from '../../../shared/accounts/account.contract.ts';
import { failure, hasCode, errorMessage } from '../../lib/api-error.ts';
import { api, orpc } from '../../lib/api.ts';
import { formatAgo } from '../../lib/format-instant.ts';
import { logOut } from '../../lib/session.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { IconDeviceDesktop, IconDeviceMobile } from '../../ui/icons.ts';
import { notify } from '../../ui/notify.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { askBeforeLosingAllInput } from '../../ui/unsaved-guard.tsx';
import { AccountNote, AccountRow, rowsClass } from './account-rows.tsx';
import { endOtherSessions } from './auth-calls.ts';

/** Where the account is signed in, with a way to end each. */
export function AccountSessions() {
  const client = useQueryClient();
  const { data, isPending, isError, error } = useQuery(
    orpc.account.sessions.queryOptions({ refetchOnMount: 'always' }),
  );
  const refresh = async () => {
    await client.invalidateQueries({ queryKey: orpc.account.sessions.key() });
    void client.invalidateQueries({ queryKey: orpc.account.securityLog.key() });
  };
  const end = useMutation({
    mutationFn: (session: AccountSession) => api.account.endSession({ id: session.id }),
    onSuccess: async (_answer, { device }) => {
      notify.success('Session ended', `${device} is signed out.`);
      await refresh();
    },
    onError: async (failed) => {
      if (hasCode(failed, 'NOT_FOUND')) await refresh();
      else notify.error('Error', failure('Failed to end the session', failed));
    },
  });
  const endOthers = useMutation({
    mutationFn: endOtherSessions,
    onSuccess: async () => {
      notify.success('Sessions ended', 'You are now signed in only here.');
      await refresh();
    },
    onError: (failed) => notify.error('Error', failure('Failed to end the sessions', failed)),
  });
  if (isPending) return <Skeleton height={112} />;
  if (isError) {
    return <AccountNote>{errorMessage(error, 'Your sessions could not be loaded.')}</AccountNote>;
  }
  const { sessions, total } = data;
  return (
    <>
      <ul className={rowsClass} aria-label="Sessions">
        {sessions.map((session) => (
          <AccountRow
            key={session.id}
            icon={isPhone(session) ? IconDeviceMobile : IconDeviceDesktop}
            title={
              <>
                <bdi>{session.device}</bdi>
                {session.current && <Badge tone="accent">This browser</Badge>}
              </>
            }
            below={
              <>
                {session.address && (
                  <>
                    <bdi>{session.address}</bdi>,{' '}
                  </>
                )}
                last used {ago(session.lastUsedAt)}, signed in {ago(session.createdAt)}
              </>
            }
          >
            {session.current ? (
              <Button size="sm" onClick={() => void askBeforeLosingAllInput(() => void logOut())}>
                Logout
              </Button>
            ) : (
              <Button
                size="sm"
                writes
                disabled={end.isPending}
                aria-label={`End the session of ${session.device}${session.address ? `, ${session.address}` : ''}`}
                onClick={() => end.mutate(session)}
              >
                End
              </Button>
            )}
          </AccountRow>
        ))}
      </ul>
      {total > sessions.length && (
        <AccountNote>
          And {(total - sessions.length).toLocaleString('en-US')} more, used less recently.
        </AccountNote>
      )}
      {total > 1 && (
        <Button writes busy={endOthers.isPending} onClick={() => endOthers.mutate()}>
          End all other sessions
        </Button>
      )}
    </>
  );
}

const isPhone = ({ device }: AccountSession) => /iPhone|Android|iPad/.test(device);

const ago = (instant: string) =>
  formatAgo(instant, new Date(), Intl.DateTimeFormat().resolvedOptions().timeZone);

import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { deviceName } from '../../../shared/accounts/device-name.ts';
import { dateInZone, formatDate } from '../../../shared/dates/calendar-date.ts';
import { failure, hasCode, errorMessage } from '../../lib/api-error.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { IconFingerprint, IconTrash } from '../../ui/icons.ts';
import { notify } from '../../ui/notify.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { AccountNote, AccountRow, rowsClass } from './account-rows.tsx';
import type { Passkey } from './auth-calls.ts';
import { deletePasskey } from './auth-calls.ts';
import { createPasskey, passkeysWork, wasCanceled } from './passkey.ts';
import { usePasskeys, useRefreshPasskeys } from './use-passkeys.ts';

/** The account's passkeys: add one for this device, remove any. */
export function Passkeys() {
  const list = usePasskeys();
  const refresh = useRefreshPasskeys();
  const add = useMutation({
    mutationFn: () => createPasskey(deviceName(navigator.userAgent)),
    onSuccess: async () => {
      notify.success('Passkey added', 'You can now sign in with it.');
      await refresh();
    },
    onError: (error) => {
      if (wasCanceled(error)) return;
      const known = error instanceof DOMException && error.name === 'InvalidStateError';
      notify.error(
        'Passkey not added',
        known
          ? 'This device already has a passkey for your account.'
          : errorMessage(error, 'This device or browser refused the passkey. Try another one.'),
      );
    },
  });
  const [removing, setRemoving] = useState<Passkey>();
  const remove = useMutation({
    mutationFn: (id: string) => deletePasskey(id),
    onSuccess: async () => {
      notify.success('Passkey removed', 'It can no longer be used to sign in.');
      await refresh();
    },
    onError: async (error) => {
      if (hasCode(error, 'NOT_FOUND')) await refresh();
      else notify.error('Error', failure('Failed to remove passkey', error));
    },
  });
  return (
    <>
      {list.isPending && <Skeleton height={44} />}
      {list.isError && <AccountNote>Your passkeys could not be loaded.</AccountNote>}
      {list.data && list.data.length > 0 && (
        <ul className={rowsClass}>
          {list.data.map((passkey) => (
            <AccountRow
              key={passkey.id}
              icon={IconFingerprint}
              title={namePasskey(passkey)}
              below={passkey.createdAt && `Added ${localDate(passkey.createdAt)}`}
            >
              <IconButton
                size="sm"
                danger
                icon={IconTrash}
                label={`Remove ${namePasskey(passkey)}`}
                disabled={remove.isPending}
                onClick={() => setRemoving(passkey)}
              />
            </AccountRow>
          ))}
        </ul>
      )}
      <Button
        icon={IconFingerprint}
        busy={add.isPending}
        disabled={!passkeysWork()}
        disabledReason="Passkeys need a secure address (https) and a browser that supports them."
        onClick={() => add.mutate()}
      >
        Add a passkey
      </Button>
      <ConfirmDialog
        opened={removing !== undefined}
        title={`Remove ${removing ? namePasskey(removing) : 'passkey'}?`}
        confirmLabel="Remove"
        danger
        writes
        busy={remove.isPending}
        onCancel={() => setRemoving(undefined)}
        onConfirm={() => {
          if (removing) remove.mutate(removing.id, { onSettled: () => setRemoving(undefined) });
        }}
      >
        You will no longer be able to sign in with it. Your password and other passkeys still work.
      </ConfirmDialog>
    </>
  );
}

const namePasskey = (passkey: Passkey) => passkey.name || 'Passkey';

function localDate(instant: string): string {
  return formatDate(
    dateInZone(new Date(instant), Intl.DateTimeFormat().resolvedOptions().timeZone),
  );
}

import { IconFingerprint, IconTrash } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { dateInZone, formatDate } from '../../../shared/dates/calendar-date.ts';
import { failure, hasCode, reason } from '../../lib/api-error.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { notify } from '../../ui/notify.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import classes from './account-dialog.module.css';
import type { Passkey } from './auth-calls.ts';
import { deletePasskey, listPasskeys } from './auth-calls.ts';
import { createPasskey, passkeysWork, wasCanceled } from './passkey.ts';

const KEY = ['passkeys'];

/** The account's passkeys: add one for this device, remove any. */
export function Passkeys() {
  const client = useQueryClient();
  const list = useQuery({ queryKey: KEY, queryFn: listPasskeys });
  const refresh = () => client.invalidateQueries({ queryKey: KEY });
  const add = useMutation({
    mutationFn: () => createPasskey(deviceName()),
    onSuccess: async () => {
      notify.success('Passkey added', 'You can sign in with it from now on.');
      await refresh();
    },
    onError: (error) => {
      if (wasCanceled(error)) return;
      const known = error instanceof DOMException && error.name === 'InvalidStateError';
      notify.error(
        'Passkey not added',
        known
          ? 'This device has a passkey of your account already.'
          : reason(error, 'This device or browser refused. Try another one.'),
      );
    },
  });
  const remove = useMutation({
    mutationFn: (id: string) => deletePasskey(id),
    onSuccess: async () => {
      notify.success('Passkey removed', 'It no longer signs in.');
      await refresh();
    },
    onError: async (error) => {
      if (hasCode(error, 'NOT_FOUND')) await refresh();
      else notify.error('Error', failure('Failed to remove passkey', error));
    },
  });
  return (
    <section aria-labelledby="passkeys">
      <h3 id="passkeys">Passkeys</h3>
      <p className={classes.note}>
        Sign in with a fingerprint, a face or this device's lock, without a password.
      </p>
      {list.isPending && <Skeleton height={44} />}
      {list.isError && <p className={classes.note}>They could not be read just now.</p>}
      {list.data && list.data.length > 0 && (
        <ul className={classes.keys}>
          {list.data.map((passkey) => (
            <li key={passkey.id}>
              <Icon as={IconFingerprint} size={18} />
              <div>
                <b>{nameOf(passkey)}</b>
                {passkey.createdAt && <span>Added {localDate(passkey.createdAt)}</span>}
              </div>
              <IconButton
                size="sm"
                danger
                icon={IconTrash}
                label={`Remove ${nameOf(passkey)}`}
                disabled={remove.isPending}
                onClick={() => remove.mutate(passkey.id)}
              />
            </li>
          ))}
        </ul>
      )}
      <Button
        size="sm"
        icon={IconFingerprint}
        busy={add.isPending}
        disabled={!passkeysWork()}
        disabledReason="Passkeys need a secure address (https) and a browser that has them."
        onClick={() => add.mutate()}
      >
        Add a passkey
      </Button>
    </section>
  );
}

const nameOf = (passkey: Passkey) => passkey.name || 'Passkey';

function localDate(instant: string): string {
  return formatDate(
    dateInZone(new Date(instant), Intl.DateTimeFormat().resolvedOptions().timeZone),
  );
}

/** 'Chrome on Windows': what to call the passkey that this device makes. */
function deviceName(): string {
  const agent = navigator.userAgent;
  const find = (names: [RegExp, string][]) => names.find(([pattern]) => pattern.test(agent))?.[1];
  const browser = find([
    [/Edg\//, 'Edge'],
    [/Firefox\//, 'Firefox'],
    [/Chrome\//, 'Chrome'],
    [/Safari\//, 'Safari'],
  ]);
  const system = find([
    [/iPhone/, 'iPhone'],
    [/iPad/, 'iPad'],
    [/Android/, 'Android'],
    [/Windows/, 'Windows'],
    [/Mac OS/, 'Mac'],
    [/Linux/, 'Linux'],
  ]);
  return [browser ?? 'Browser', system].filter(Boolean).join(' on ');
}

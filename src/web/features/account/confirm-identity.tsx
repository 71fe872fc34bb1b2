import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useEffect, useState } from 'react';
import { errorMessage } from '../../lib/api-error.ts';
import { orpc } from '../../lib/api.ts';
import { formFields, useContractForm, useContractSubmission } from '../../lib/contract-form.ts';
import { useUser } from '../../lib/session.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog, DialogActions } from '../../ui/dialog.tsx';
import { Form } from '../../ui/form.tsx';
import { IconExternalLink, IconFingerprint } from '../../ui/icons.ts';
import { PasswordField } from '../../ui/text-field.tsx';
import { confirmPassword, authRefusal } from './auth-calls.ts';
import { confirmPasswordSchema } from './auth-schemas.ts';
import { confirmWithPasskey, passkeysWork, wasCanceled } from './passkey.ts';
import { onSignedInAgain, SIGN_IN_AGAIN } from './sign-in-again.ts';
import { usePasskeys } from './use-passkeys.ts';

interface Props {
  opened: boolean;
  onConfirmed: () => void;
  onCancel: () => void;
}

/** Asks the signed-in person who they are, before what a stolen session must not do. */
export function ConfirmIdentity({ opened, onConfirmed, onCancel }: Props) {
  const { data: installation } = useQuery(orpc.account.installation.queryOptions());
  return (
    <Dialog
      opened={opened}
      onClose={onCancel}
      title="Confirm it is you"
      description="What you are about to do moves money or changes who can reach it or your account. You will not be asked again for 10 minutes."
      closeOnScrim={false}
    >
      {installation?.signIn === 'oidc' ? (
        <AtProvider onConfirmed={onConfirmed} onCancel={onCancel} />
      ) : (
        <BuiltIn onConfirmed={onConfirmed} onCancel={onCancel} />
      )}
    </Dialog>
  );
}

type PartProps = Omit<Props, 'opened'>;

function Notice({ children }: { children: ReactNode }) {
  return (
    <p className="text-13 text-pretty text-overdue" role="alert">
      {children}
    </p>
  );
}

function BuiltIn({ onConfirmed, onCancel }: PartProps) {
  const user = useUser();
  const passkeys = usePasskeys();
  const offersPasskey = passkeysWork() && Boolean(passkeys.data?.length);
  const [notice, setNotice] = useState<string>();
  const [asking, setAsking] = useState(false);
  const form = useContractForm(confirmPasswordSchema, { password: '' });
  const field = formFields(form, { password: 'Password' });
  const submission = useContractSubmission(
    form,
    async ({ password }) => {
      setNotice(undefined);
      await confirmPassword(password);
      onConfirmed();
    },
    (error, shownUnderFields) => {
      if (shownUnderFields) return;
      if (authRefusal(error) === 'INVALID_PASSWORD') {
        const message = errorMessage(error, 'The password is incorrect');
        form.setError('password', { type: 'server', message }, { shouldFocus: true });
      } else setNotice(errorMessage(error, 'Remit could not be reached. Try again in a moment.'));
    },
  );
  const confirmByPasskey = async () => {
    setNotice(undefined);
    setAsking(true);
    try {
      await confirmWithPasskey();
      onConfirmed();
    } catch (error) {
      if (!wasCanceled(error)) {
        setNotice(errorMessage(error, 'The passkey could not be used. Try your password instead.'));
      }
    } finally {
      setAsking(false);
    }
  };
  return (
    <Form className="grid gap-3.5" submission={submission}>
      {notice && <Notice>{notice}</Notice>}
      {/* For password managers, which keep a password by the name that stands beside it. */}
      <input type="email" autoComplete="username" value={user?.email ?? ''} readOnly hidden />
      <PasswordField {...field('password')} autoComplete="current-password" data-autofocus />
      <DialogActions
        aside={
          offersPasskey && (
            <Button icon={IconFingerprint} busy={asking} onClick={() => void confirmByPasskey()}>
              Use a passkey
            </Button>
          )
        }
      >
        <Button onClick={onCancel}>Cancel</Button>
        <Button variant="primary" type="submit" busy={submission.busy}>
          Confirm
        </Button>
      </DialogActions>
    </Form>
  );
}

/** The provider asks in a window of its own, so that what was typed here stays. */
function AtProvider({ onConfirmed, onCancel }: PartProps) {
  const [waiting, setWaiting] = useState(false);
  const [blocked, setBlocked] = useState(false);
  useEffect(() => onSignedInAgain(onConfirmed), [onConfirmed]);
  const open = () => {
    const shown = globalThis.open(SIGN_IN_AGAIN, 'remit-sign-in', 'popup,width=520,height=720');
    setWaiting(shown !== null);
    setBlocked(shown === null);
  };
  return (
    <div className="grid gap-3.5">
      <p role="status">
        {waiting
          ? 'Finish signing in in the other window. This page then continues automatically.'
          : 'Sign in again with your organization’s account. It opens in a new window.'}
      </p>
      {blocked && (
        <Notice>
          Your browser did not open the window.{' '}
          <a
            className="font-[540] text-inherit underline"
            href={SIGN_IN_AGAIN}
            target="_blank"
            rel="noreferrer"
          >
            Sign in again in a new tab
          </a>
        </Notice>
      )}
      <DialogActions>
        <Button onClick={onCancel}>Cancel</Button>
        <Button variant="primary" icon={IconExternalLink} data-autofocus onClick={open}>
          Sign in again
        </Button>
      </DialogActions>
    </div>
  );
}

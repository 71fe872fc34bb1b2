import { useQuery } from '@tanstack/react-query';
import type { ReactNode, SyntheticEvent } from 'react';
import { orpc } from '../../lib/api.ts';
import { Button } from '../../ui/button.tsx';
import classes from './auth-layout.module.css';
import { AuthNotice } from './auth-layout.tsx';
import { PasskeyButton } from './passkey-button.tsx';
import { useSignedIn } from './use-signed-in.ts';

interface Props {
  /** The button's words, such as 'Sign In'. */
  action: string;
  /** What went wrong, where no field is to blame. */
  notice: string | undefined;
  onNotice: (words: string | undefined) => void;
  submit: (event: SyntheticEvent) => Promise<void>;
  busy: boolean;
  onSignedIn: () => void;
  /** The fields. */
  children: ReactNode;
}

/** Fields and passkey, or the one button to the provider where this installation has one. */
export function AuthForm({ action, notice, onNotice, submit, busy, onSignedIn, children }: Props) {
  const { withReturnTo } = useSignedIn();
  const { data: installation } = useQuery(orpc.account.installation.queryOptions());
  return (
    <>
      <AuthNotice words={notice} />
      {installation?.signIn === 'oidc' ? (
        <Button className={classes.button} variant="primary" wide href={withReturnTo('/api/login')}>
          {action}
        </Button>
      ) : (
        <>
          <form className={classes.form} onSubmit={(event) => void submit(event)} noValidate>
            {children}
            <Button className={classes.button} variant="primary" type="submit" wide busy={busy}>
              {action}
            </Button>
          </form>
          <PasskeyButton onSignedIn={onSignedIn} onError={onNotice} />
        </>
      )}
    </>
  );
}

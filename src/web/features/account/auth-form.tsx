import { useQuery } from '@tanstack/react-query';
import type { ReactNode, SyntheticEvent } from 'react';
import { orpc } from '../../lib/api.ts';
import { AuthButton, AuthFields, AuthNotice } from './auth-layout.tsx';
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
        <AuthButton variant="primary" href={withReturnTo('/api/login')}>
          {action}
        </AuthButton>
      ) : (
        <>
          <AuthFields submit={submit}>
            {children}
            <AuthButton variant="primary" type="submit" busy={busy}>
              {action}
            </AuthButton>
          </AuthFields>
          <PasskeyButton onSignedIn={onSignedIn} onError={onNotice} />
        </>
      )}
    </>
  );
}

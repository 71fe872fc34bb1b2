import { useQuery } from '@tanstack/react-query';
import type { User } from '../../../shared/accounts/account.contract.ts';
import { orpc } from '../../lib/api.ts';
import { FormSection } from '../../ui/form-section.tsx';
import { AccountName } from './account-name.tsx';
import { AccountSessions } from './account-sessions.tsx';
import { ChangePassword } from './change-password.tsx';
import { Passkeys } from './passkeys.tsx';
import { SecurityLog } from './security-log.tsx';

/** Who is signed in, how, and where; and what happened to the ways in. */
export function AccountView({ user }: { user: User }) {
  const { data: installation } = useQuery(orpc.account.installation.queryOptions());
  const builtIn = installation?.signIn === 'built-in';
  return (
    <>
      <FormSection
        title="You"
        text="Your name in Remit. Customers never see it: documents show the name in your business profile."
      >
        <AccountName key={user.name} user={user} />
      </FormSection>
      {installation?.signIn === 'oidc' && (
        <FormSection
          title="Password and passkeys"
          text="You sign in with your organization’s account; passwords and passkeys are managed there."
        >
          {null}
        </FormSection>
      )}
      {builtIn && (
        <FormSection
          title="Passkeys"
          text="Sign in with your fingerprint, face or device PIN instead of a password."
        >
          <Passkeys />
        </FormSection>
      )}
      {builtIn && (
        <FormSection
          title="Change password"
          text="This signs you out everywhere else and cancels password reset links."
        >
          <ChangePassword />
        </FormSection>
      )}
      <FormSection
        title="Where you are signed in"
        text="Each session shows the network address it started from. End any that you do not recognize."
      >
        <AccountSessions />
      </FormSection>
      <FormSection
        title="Security log"
        text="Sign-ins, and changes to passwords, passkeys and keys, in the last year."
      >
        <SecurityLog />
      </FormSection>
    </>
  );
}

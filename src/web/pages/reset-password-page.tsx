import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';
import { authFailure, listResetPasskeys, resetPassword } from '../features/account/auth-calls.ts';
import { NewPasswordField } from '../features/account/auth-fields.tsx';
import { AuthFields, AuthNotice, BACK_TO_SIGN_IN } from '../features/account/auth-form.tsx';
import { AuthButton, AuthLayout } from '../features/account/auth-layout.tsx';
import { resetPasswordSchema } from '../features/account/auth-schemas.ts';
import { PaperInvoice } from '../features/account/paper.tsx';
import { PasskeyChoice } from '../features/account/passkey-choice.tsx';
import { ApiError } from '../lib/api-error.ts';
import { formFields, useContractForm, useContractSubmission } from '../lib/contract-form.ts';

const RESET = {
  title: 'Choose a new password',
  lead: 'Saving it signs you out everywhere.',
  action: 'Save password',
  done: 'Password changed',
};

/** After the link of a confirmation message, opened in another browser than the one that signed up. */
const CONFIRM = {
  title: 'Confirm your email address',
  lead: 'This is not the browser you signed up with. Choose a new password to confirm that the address is yours. It replaces the one chosen at sign-up.',
  action: 'Confirm address',
  done: 'Address confirmed',
};

export function Component() {
  const [params] = useSearchParams();
  const token = params.get('token') ?? '';
  const words = params.has('confirm') ? CONFIRM : RESET;
  const [state, setState] = useState<'form' | 'done' | 'expired'>(
    token === '' || params.has('error') ? 'expired' : 'form',
  );
  const [notice, setNotice] = useState<string>();
  const form = useContractForm(resetPasswordSchema, { newPassword: '', keepPasskeys: false });
  const field = formFields(form, { newPassword: 'New password' });
  const { data: doubtful, error: linkError } = useQuery({
    queryKey: ['reset-passkeys', token],
    queryFn: () => listResetPasskeys(token),
    enabled: state === 'form',
  });
  useEffect(() => {
    if (linkError instanceof ApiError && linkError.status === 400) setState('expired');
  }, [linkError]);
  const submission = useContractSubmission(
    form,
    async ({ newPassword, keepPasskeys }) => {
      setNotice(undefined);
      await resetPassword({ newPassword, token, keepPasskeys });
      setState('done');
    },
    (error, shownUnderFields) => {
      if (shownUnderFields) return;
      if (error instanceof ApiError && error.status === 400) setState('expired');
      else setNotice(authFailure(error));
    },
  );

  if (state === 'expired') {
    return (
      <AuthLayout
        title="This link no longer works"
        lead={
          <p role="status">Reset links work once, within an hour. Your password has not changed.</p>
        }
        paper={<PaperInvoice />}
      >
        <AuthButton variant="primary" to="/forgot-password">
          Send a new link
        </AuthButton>
        {BACK_TO_SIGN_IN}
      </AuthLayout>
    );
  }
  if (state === 'done') {
    return (
      <AuthLayout
        title={words.done}
        lead={<p role="status">Sign in with the new one. All other sessions have been ended.</p>}
        paper={<PaperInvoice />}
      >
        <AuthButton variant="primary" to="/sign-in">
          Sign In
        </AuthButton>
      </AuthLayout>
    );
  }
  return (
    <AuthLayout title={words.title} lead={<p>{words.lead}</p>} paper={<PaperInvoice />}>
      <AuthNotice words={notice} />
      <AuthFields submission={submission}>
        <NewPasswordField {...field('newPassword')} />
        {doubtful && doubtful.passkeys.length > 0 && (
          <PasskeyChoice
            passkeys={doubtful.passkeys}
            decided={!doubtful.mayKeep}
            words={
              doubtful.mayKeep
                ? 'These passkeys were added since your last known sign-in or from a new browser. They are removed unless you recognize them and tick this box to keep them.'
                : 'This address was never confirmed before, so these passkeys are removed. Add yours again afterwards.'
            }
            {...form.register('keepPasskeys')}
          />
        )}
        <AuthButton variant="primary" type="submit" busy={submission.busy}>
          {words.action}
        </AuthButton>
      </AuthFields>
    </AuthLayout>
  );
}

import { useState } from 'react';
import { Link } from 'react-router';
import { adoptTimeZone } from '../features/account/adopt-time-zone.ts';
import { authFailure, authRefusal, signUp } from '../features/account/auth-calls.ts';
import { AddressField, NewPasswordField } from '../features/account/auth-fields.tsx';
import { AuthForm } from '../features/account/auth-form.tsx';
import { AuthButton, AuthLayout } from '../features/account/auth-layout.tsx';
import { signUpSchema } from '../features/account/auth-schemas.ts';
import { TrialSlip } from '../features/account/paper.tsx';
import { useSignedIn } from '../features/account/use-signed-in.ts';
import { formFields, useContractForm, useContractSubmission } from '../lib/contract-form.ts';
import { TextField } from '../ui/text-field.tsx';

export function Component() {
  const { leave, leaving, withReturnTo } = useSignedIn();
  const [notice, setNotice] = useState<string>();
  const [confirming, setConfirming] = useState<string>();
  const form = useContractForm(signUpSchema, { name: '', email: '', password: '' });
  const field = formFields(form, { name: 'Your name', email: 'Email', password: 'Password' });

  const submission = useContractSubmission(
    form,
    async (values) => {
      setNotice(undefined);
      if (await signUp(values)) {
        await adoptTimeZone();
        leave();
      } else {
        setConfirming(values.email);
      }
    },
    (error, shownUnderFields) => {
      if (authRefusal(error)?.startsWith('USER_ALREADY_EXISTS')) {
        const message = 'An account with this email already exists. Sign in instead.';
        form.setError('email', { type: 'server', message }, { shouldFocus: true });
      } else if (!shownUnderFields) {
        setNotice(authFailure(error));
      }
    },
  );

  if (confirming) {
    return (
      <AuthLayout
        title="Check your email"
        lead={
          <p role="status">
            A message is on its way to {confirming}. Follow its link to confirm the address, and
            your trial begins.
          </p>
        }
        paper={<TrialSlip />}
      >
        <AuthButton to={withReturnTo('/sign-in')}>Back to Sign In</AuthButton>
      </AuthLayout>
    );
  }
  return (
    <AuthLayout
      title="Start your free trial"
      lead={
        <p>
          Have an account? <Link to={withReturnTo('/sign-in')}>Sign In</Link>
        </p>
      }
      paper={<TrialSlip />}
    >
      <AuthForm
        action="Start Free Trial"
        notice={notice}
        onNotice={setNotice}
        submission={submission}
        leaving={leaving}
        onSignedIn={leave}
      >
        <TextField {...field('name')} autoComplete="name" />
        <AddressField {...field('email')} passkeys />
        <NewPasswordField {...field('password')} />
      </AuthForm>
    </AuthLayout>
  );
}

import { useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { authFailure, signIn } from '../features/account/auth-calls.ts';
import { AddressField } from '../features/account/auth-fields.tsx';
import { AuthForm, AuthNotice } from '../features/account/auth-form.tsx';
import { AuthLayout } from '../features/account/auth-layout.tsx';
import { signInSchema } from '../features/account/auth-schemas.ts';
import { PaperInvoice } from '../features/account/paper.tsx';
import { describeSignInError } from '../features/account/sign-in-error.ts';
import { useConfirmedAddress } from '../features/account/use-confirmed-address.ts';
import { useSignedIn } from '../features/account/use-signed-in.ts';
import { ApiError } from '../lib/api-error.ts';
import { formFields, useContractForm, useContractSubmission } from '../lib/contract-form.ts';
import { describeLapse } from '../lib/lapsed-session.ts';
import { PasswordField } from '../ui/text-field.tsx';

export function Component() {
  const [params] = useSearchParams();
  const { leave, leaving, withReturnTo } = useSignedIn();
  const confirmed = useConfirmedAddress();
  const [notice, setNotice] = useState(describeSignInError(params.get('error')));
  const [lapsed] = useState(describeLapse);
  const form = useContractForm(signInSchema, { email: '', password: '' });
  const field = formFields(form, { email: 'Email', password: 'Password' });

  const news = confirmed ? 'Your email address is confirmed.' : lapsed;
  const submission = useContractSubmission(
    form,
    async (values) => {
      setNotice(undefined);
      await signIn(values);
      leave();
    },
    (error, shownUnderFields) => {
      if (error instanceof ApiError && error.status === 401) {
        const message = 'Email and password do not match. Check both, or reset your password.';
        form.setError('password', { type: 'server', message }, { shouldFocus: true });
      } else if (!shownUnderFields) {
        setNotice(authFailure(error));
      }
    },
  );

  return (
    <AuthLayout
      title="Sign In"
      lead={
        <p>
          New here? <Link to={withReturnTo('/sign-up')}>Start Free Trial</Link>
        </p>
      }
      paper={<PaperInvoice />}
    >
      {!notice && <AuthNotice news words={news} />}
      <AuthForm
        action="Sign In"
        notice={notice}
        onNotice={setNotice}
        submission={submission}
        leaving={leaving}
        onSignedIn={leave}
      >
        <AddressField {...field('email')} passkeys />
        <PasswordField
          {...field('password')}
          autoComplete="current-password"
          aside={
            <Link
              className="py-1 text-[0.90625rem] underline decoration-1 underline-offset-3"
              to="/forgot-password"
            >
              Forgot password?
            </Link>
          }
        />
      </AuthForm>
    </AuthLayout>
  );
}

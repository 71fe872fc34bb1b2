import { useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { signIn } from '../features/account/auth-calls.ts';
import { AuthForm } from '../features/account/auth-form.tsx';
import classes from '../features/account/auth-layout.module.css';
import { AuthLayout } from '../features/account/auth-layout.tsx';
import { signInSchema } from '../features/account/auth-schemas.ts';
import { PaperInvoice } from '../features/account/paper.tsx';
import { signInErrorWords } from '../features/account/sign-in-error.ts';
import { useConfirmedAddress } from '../features/account/use-confirmed-address.ts';
import { useSignedIn } from '../features/account/use-signed-in.ts';
import { ApiError, reason } from '../lib/api-error.ts';
import { useContractForm, useSubmission } from '../lib/contract-form.ts';
import { lapseWords } from '../lib/lapsed-session.ts';
import { PasswordField, TextField } from '../ui/text-field.tsx';

export function SignInPage() {
  const [params] = useSearchParams();
  const { go, withReturnTo } = useSignedIn();
  const confirmed = useConfirmedAddress();
  const [notice, setNotice] = useState(signInErrorWords(params.get('error')));
  const [lapsed] = useState(lapseWords);
  const [leaving, setLeaving] = useState(false);
  const form = useContractForm(signInSchema, { email: '', password: '' });
  const { errors } = form.formState;

  const news = confirmed ? 'Your email address is confirmed.' : lapsed;
  const leave = () => {
    setLeaving(true);
    go();
  };
  const { submit, busy } = useSubmission(
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
        setNotice(
          reason(error, 'Remit could not be reached. Check your connection and try again.'),
        );
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
      {news && !notice && (
        <p className={classes.notice} data-kind="info" role="status">
          {news}
        </p>
      )}
      <AuthForm
        action="Sign In"
        notice={notice}
        onNotice={setNotice}
        submit={submit}
        busy={busy || leaving}
        onSignedIn={leave}
      >
        <TextField
          label="Email"
          type="email"
          inputMode="email"
          autoComplete="username webauthn"
          autoCapitalize="none"
          spellCheck={false}
          {...form.register('email')}
          error={errors.email?.message}
        />
        <PasswordField
          label="Password"
          autoComplete="current-password"
          aside={
            <Link className={classes.aside} to="/forgot-password">
              Forgot password?
            </Link>
          }
          {...form.register('password')}
          error={errors.password?.message}
        />
      </AuthForm>
    </AuthLayout>
  );
}

import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { authFailure, requestPasswordReset } from '../features/account/auth-calls.ts';
import { AddressField } from '../features/account/auth-fields.tsx';
import classes from '../features/account/auth-layout.module.css';
import { AuthLayout, AuthNotice } from '../features/account/auth-layout.tsx';
import { forgotPasswordSchema } from '../features/account/auth-schemas.ts';
import { PaperInvoice } from '../features/account/paper.tsx';
import { orpc } from '../lib/api.ts';
import { formFields, useContractForm, useSubmission } from '../lib/contract-form.ts';
import { Button } from '../ui/button.tsx';
import { notify } from '../ui/notify.tsx';

/** Says the same whether the address has an account or not. */
export function Component() {
  const { data: installation } = useQuery(orpc.account.installation.queryOptions());
  const outbox = installation?.mail === 'outbox';
  const [sentTo, setSentTo] = useState<string>();
  const [notice, setNotice] = useState<string>();
  const form = useContractForm(forgotPasswordSchema, { email: '' });
  const field = formFields(form, { email: 'Email' });
  const { submit, busy } = useSubmission(
    form,
    async ({ email }) => {
      setNotice(undefined);
      await requestPasswordReset(email);
      if (sentTo)
        notify.success('Sent again', 'If the address has an account, another link is on its way.');
      setSentTo(email);
    },
    (error, shownUnderFields) => {
      if (!shownUnderFields) setNotice(authFailure(error));
    },
  );

  if (sentTo) {
    return (
      <AuthLayout
        title={outbox ? 'Ask for your link' : 'Check your email'}
        lead={
          outbox ? (
            <p role="status">
              If {sentTo} has an account, its link is ready. This installation has no mail server:
              whoever runs it finds the message in the outbox folder of its data. The link works for
              one hour.
            </p>
          ) : (
            <p role="status">
              If {sentTo} has an account, a link is on its way. It works for one hour.
            </p>
          )
        }
        paper={<PaperInvoice />}
      >
        <AuthNotice words={notice} />
        <Button className={classes.button} wide to="/sign-in">
          Back to Sign In
        </Button>
        <p className={classes.end}>
          {outbox
            ? 'Has the hour passed? You can '
            : 'Nothing after a few minutes? Look in spam, or '}
          <button type="button" disabled={busy} onClick={() => void submit()}>
            {outbox ? 'make another one' : 'send it again'}
          </button>
          .
        </p>
      </AuthLayout>
    );
  }
  return (
    <AuthLayout
      title="Reset your password"
      lead={<p>Tell us your email and we will send a link that works for one hour.</p>}
      paper={<PaperInvoice />}
    >
      <AuthNotice words={notice} />
      <form className={classes.form} onSubmit={(event) => void submit(event)} noValidate>
        <AddressField {...field('email')} />
        <Button className={classes.button} variant="primary" type="submit" wide busy={busy}>
          Send reset link
        </Button>
      </form>
      <p className={classes.end}>
        <Link to="/sign-in">Back to Sign In</Link>
      </p>
    </AuthLayout>
  );
}

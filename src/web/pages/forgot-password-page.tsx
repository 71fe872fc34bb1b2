import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { authFailure, requestPasswordReset } from '../features/account/auth-calls.ts';
import { AddressField } from '../features/account/auth-fields.tsx';
import {
  AuthEnd,
  AuthFields,
  AuthNotice,
  BACK_TO_SIGN_IN,
} from '../features/account/auth-form.tsx';
import { AuthButton, AuthLayout } from '../features/account/auth-layout.tsx';
import { forgotPasswordSchema } from '../features/account/auth-schemas.ts';
import { PaperInvoice } from '../features/account/paper.tsx';
import { orpc } from '../lib/api.ts';
import { formFields, useContractForm, useContractSubmission } from '../lib/contract-form.ts';
import { notify } from '../ui/notify.tsx';

/** Says the same whether the address has an account or not. */
export function Component() {
  const { data: installation } = useQuery(orpc.account.installation.queryOptions());
  const outbox = installation?.mail === 'outbox';
  const [sentTo, setSentTo] = useState<string>();
  const [notice, setNotice] = useState<string>();
  const form = useContractForm(forgotPasswordSchema, { email: '' });
  const field = formFields(form, { email: 'Email' });
  const submission = useContractSubmission(
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
              the person who runs it can find the message in the outbox folder of its data. The link
              works for one hour.
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
        <AuthButton to="/sign-in">Back to Sign In</AuthButton>
        <AuthEnd>
          {outbox
            ? 'Has the link expired? You can '
            : 'Nothing after a few minutes? Check your spam folder, or '}
          <button
            type="button"
            className="cursor-pointer border-0 bg-transparent p-0 text-accent underline decoration-1 underline-offset-3"
            disabled={submission.busy}
            onClick={() => {
              submission.reopen();
              void submission.submit();
            }}
          >
            {outbox ? 'make another one' : 'send it again'}
          </button>
          .
        </AuthEnd>
      </AuthLayout>
    );
  }
  return (
    <AuthLayout
      title="Reset your password"
      lead={<p>Enter your email and we will send you a link that works for one hour.</p>}
      paper={<PaperInvoice />}
    >
      <AuthNotice words={notice} />
      <AuthFields submission={submission}>
        <AddressField {...field('email')} />
        <AuthButton variant="primary" type="submit" busy={submission.busy}>
          Send reset link
        </AuthButton>
      </AuthFields>
      {BACK_TO_SIGN_IN}
    </AuthLayout>
  );
}

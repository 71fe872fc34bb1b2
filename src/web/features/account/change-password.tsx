import { useQuery, useQueryClient } from '@tanstack/react-query';
import { ApiError, failure } from '../../lib/api-error.ts';
import { orpc } from '../../lib/api.ts';
import { formFields, useContractForm, useContractSubmission } from '../../lib/contract-form.ts';
import { Button } from '../../ui/button.tsx';
import { Form } from '../../ui/form.tsx';
import { notify } from '../../ui/notify.tsx';
import { PasswordField } from '../../ui/text-field.tsx';
import { useUnsavedGuard } from '../../ui/unsaved-guard.tsx';
import { formClass } from './account-rows.tsx';
import { changePassword, authRefusal } from './auth-calls.ts';
import { NewPasswordField } from './auth-fields.tsx';
import { changePasswordSchema } from './auth-schemas.ts';
import { PasskeyChoice } from './passkey-choice.tsx';
import { useRefreshPasskeys } from './use-passkeys.ts';

/** Passwords are typed here and kept nowhere: this form has no draft. */
export function ChangePassword() {
  const form = useContractForm(changePasswordSchema, {
    currentPassword: '',
    newPassword: '',
    removePasskeys: false,
  });
  const field = formFields(form, {
    currentPassword: 'Current password',
    newPassword: 'New password',
  });
  useUnsavedGuard({ dirty: form.formState.isDirty });
  const client = useQueryClient();
  const { data: doubtful = [] } = useQuery(
    orpc.account.doubtfulPasskeys.queryOptions({ refetchOnMount: 'always' }),
  );
  const refreshPasskeys = useRefreshPasskeys();

  const submission = useContractSubmission(
    form,
    async (values) => {
      await changePassword(values);
      form.reset();
      void refreshPasskeys();
      void client.invalidateQueries({ queryKey: orpc.account.key() });
      notify.success('Password changed', 'All other sessions have been ended.');
    },
    (error, shownUnderFields) => {
      const wrong = authRefusal(error) === 'INVALID_PASSWORD';
      if (wrong && error instanceof ApiError && error.body) {
        form.setError(
          'currentPassword',
          { type: 'server', message: error.body.message },
          { shouldFocus: true },
        );
      } else if (!shownUnderFields) {
        notify.error('Error', failure('Failed to change password', error));
      }
    },
    { stays: true },
  );
  return (
    <Form className={formClass} submission={submission}>
      <PasswordField {...field('currentPassword')} autoComplete="current-password" />
      <NewPasswordField {...field('newPassword')} />
      {doubtful.length > 0 && (
        <PasskeyChoice
          passkeys={doubtful}
          words="Also remove passkeys that may not be yours: those added since your last known sign-in or from a new browser."
          {...form.register('removePasskeys')}
        />
      )}
      <Button type="submit" busy={submission.busy}>
        Change password
      </Button>
    </Form>
  );
}

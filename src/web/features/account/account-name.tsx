import { useQueryClient } from '@tanstack/react-query';
import type { User } from '../../../shared/accounts/account.contract.ts';
import { accountNameInput } from '../../../shared/accounts/account.contract.ts';
import { failure } from '../../lib/api-error.ts';
import { api } from '../../lib/api.ts';
import { formFields, useContractForm, useContractSubmission } from '../../lib/contract-form.ts';
import { userQuery } from '../../lib/session.ts';
import { Button } from '../../ui/button.tsx';
import { Form } from '../../ui/form.tsx';
import { notify } from '../../ui/notify.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { useUnsavedGuard } from '../../ui/unsaved-guard.tsx';
import { formClass } from './account-rows.tsx';

/** The name, as its bearer writes it, and the address, which does not change. */
export function AccountName({ user }: { user: User }) {
  const client = useQueryClient();
  const form = useContractForm(accountNameInput, { name: user.name });
  const { isDirty } = form.formState;
  const field = formFields(form, { name: 'Name' });
  const { release } = useUnsavedGuard({ dirty: isDirty });
  const submission = useContractSubmission(
    form,
    async (values) => {
      const saved = await api.account.rename(values);
      release();
      client.setQueryData(userQuery.queryKey, saved);
      notify.success('Saved', `Your name is now ${saved.name}.`);
    },
    (error, shownUnderFields) => {
      if (!shownUnderFields) notify.error('Error', failure('Failed to save your name', error));
    },
    { stays: true },
  );
  return (
    <Form className={formClass} submission={submission}>
      <TextField {...field('name')} autoComplete="name" hint="Your full name, as you write it." />
      <TextField
        label="Email"
        value={user.email}
        readOnly
        hint="You sign in with this address. It cannot be changed."
      />
      <Button type="submit" writes busy={submission.busy} disabled={!isDirty}>
        Save name
      </Button>
    </Form>
  );
}

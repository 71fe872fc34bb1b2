import type { RefObject } from 'react';
import { useEffect, useRef, useState } from 'react';
import type { Customer } from '../../../shared/customers/customer.contract.ts';
import { customerInput } from '../../../shared/customers/customer.contract.ts';
import { failure, newerRecord } from '../../lib/api-error.ts';
import { useContractForm, useSubmission } from '../../lib/contract-form.ts';
import { useFormDraft } from '../../lib/use-form-draft.ts';
import { Button } from '../../ui/button.tsx';
import { ConflictDialog, changedFields } from '../../ui/conflict-dialog.tsx';
import { countryOptions } from '../../ui/countries.ts';
import { Dialog, DialogActions } from '../../ui/dialog.tsx';
import { FormLayout, fieldWidth } from '../../ui/form-layout.tsx';
import { notify } from '../../ui/notify.tsx';
import { SelectField, TextAreaField, TextField } from '../../ui/text-field.tsx';
import { useUnsavedGuard } from '../../ui/unsaved-guard.tsx';
import { useFrozen } from '../../ui/use-frozen.ts';
import { useSaveCustomer } from './use-customers.ts';

export interface CustomerDialogProps {
  opened: boolean;
  /** The record to edit; without it a new one is made. */
  customer?: Customer | undefined;
  /** The name of a new one, as far as it was typed elsewhere. */
  initialName?: string;
  onClose: () => void;
  onSaved?: (customer: Customer) => void;
}

/** 'Add New Customer', or 'Edit Customer' when one is given. */
export function CustomerDialog({
  opened,
  customer,
  initialName,
  onClose,
  onSaved,
}: CustomerDialogProps) {
  const edited = useFrozen(customer, opened);
  // The form asks before its input is lost; until it stands there is nothing to lose.
  const closeRef = useRef(onClose);
  return (
    <Dialog
      opened={opened}
      onClose={() => closeRef.current()}
      title={edited ? 'Edit Customer' : 'Add New Customer'}
      size={560}
    >
      <CustomerForm
        customer={edited}
        initialName={initialName}
        closeRef={closeRef}
        onClose={onClose}
        onSaved={onSaved}
      />
    </Dialog>
  );
}

const LABELS = {
  name: 'Name',
  company: 'Company',
  email: 'Email',
  phone: 'Phone',
  address: 'Street address',
  city: 'City',
  state: 'State',
  zipCode: 'ZIP code',
  country: 'Country',
} as const;

function valuesOf(customer: Customer | undefined, name = '') {
  return {
    name: customer?.name ?? name,
    company: customer?.company ?? '',
    email: customer?.email ?? '',
    phone: customer?.phone ?? '',
    address: customer?.address ?? '',
    city: customer?.city ?? '',
    state: customer?.state ?? '',
    zipCode: customer?.zipCode ?? '',
    country: customer?.country ?? '',
  };
}

interface FormProps extends Omit<CustomerDialogProps, 'opened'> {
  closeRef: RefObject<() => void>;
}

function CustomerForm({ customer, initialName, closeRef, onClose, onSaved }: FormProps) {
  const [base, setBase] = useState(customer);
  const [newer, setNewer] = useState<Customer>();
  const form = useContractForm(customerInput, valuesOf(customer, initialName));
  const { register, formState } = form;
  // A draft is for the version it was typed on: a newer one is not overwritten by it unseen.
  const draft = useFormDraft(
    form,
    customer ? `customer:${customer.id}:${customer.version}` : 'customer:new',
  );
  const guard = useUnsavedGuard({ dirty: formState.isDirty, onDiscard: draft.forget });
  const save = useSaveCustomer();

  const { leave } = guard;
  useEffect(() => {
    closeRef.current = () => leave(onClose);
  }, [closeRef, leave, onClose]);

  const { submit, busy } = useSubmission(
    form,
    async (input) => {
      const saved = await save.mutateAsync({ base, input });
      draft.forget();
      guard.release();
      onSaved?.(saved);
      onClose();
    },
    (error, shownUnderFields) => {
      const current = newerRecord<Customer>(error);
      if (current) {
        setNewer(current);
        return;
      }
      const what = `Failed to ${base ? 'update' : 'create'} customer`;
      notify.error('Error', shownUnderFields ? what : failure(what, error));
    },
  );
  const error = (name: keyof typeof LABELS) => formState.errors[name]?.message;
  const country = form.watch('country');

  return (
    <form onSubmit={(event) => void submit(event)} noValidate>
      <FormLayout>
        <TextField
          className={fieldWidth.half}
          label={LABELS.name}
          autoComplete="off"
          data-autofocus
          {...register('name')}
          error={error('name')}
        />
        <TextField
          className={fieldWidth.half}
          label={LABELS.company}
          optional
          autoComplete="off"
          {...register('company')}
          error={error('company')}
        />
        <TextField
          className={fieldWidth.half}
          label={LABELS.email}
          optional
          type="email"
          inputMode="email"
          autoComplete="off"
          {...register('email')}
          error={error('email')}
        />
        <TextField
          className={fieldWidth.half}
          label={LABELS.phone}
          optional
          type="tel"
          autoComplete="off"
          {...register('phone')}
          error={error('phone')}
        />
        <TextAreaField
          className={fieldWidth.full}
          label={LABELS.address}
          optional
          rows={1}
          autoComplete="off"
          {...register('address')}
          error={error('address')}
        />
        <TextField
          className={fieldWidth.city}
          label={LABELS.city}
          optional
          autoComplete="off"
          {...register('city')}
          error={error('city')}
        />
        <TextField
          className={fieldWidth.third}
          label={LABELS.state}
          optional
          autoComplete="off"
          {...register('state')}
          error={error('state')}
        />
        <TextField
          className={fieldWidth.third}
          label={LABELS.zipCode}
          optional
          autoComplete="off"
          {...register('zipCode')}
          error={error('zipCode')}
        />
        <SelectField
          className={fieldWidth.half}
          label={LABELS.country}
          optional
          placeholder="Not said"
          options={countryOptions(country)}
          {...register('country')}
          error={error('country')}
        />
      </FormLayout>
      <DialogActions>
        <Button onClick={() => leave(onClose)}>Cancel</Button>
        <Button variant="primary" type="submit" busy={busy}>
          {base ? 'Save changes' : 'Add customer'}
        </Button>
      </DialogActions>
      <ConflictDialog
        opened={newer !== undefined}
        what="customer"
        changes={base && newer ? changedFields(base, newer, LABELS) : []}
        onKeep={() => {
          // Seen and decided: the next save is based on the newer version.
          if (newer) setBase(newer);
          setNewer(undefined);
        }}
        onLoad={() => {
          if (newer) {
            setBase(newer);
            form.reset(valuesOf(newer));
            draft.forget();
          }
          setNewer(undefined);
        }}
      />
    </form>
  );
}

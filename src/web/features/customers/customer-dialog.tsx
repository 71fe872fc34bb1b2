import type { Customer } from '../../../shared/customers/customer.contract.ts';
import { customerInput } from '../../../shared/customers/customer.contract.ts';
import { useContractForm } from '../../lib/contract-form.ts';
import { useRecordForm } from '../../lib/use-record-form.ts';
import { countryOptions } from '../../ui/countries.ts';
import { fieldWidth } from '../../ui/form-layout.tsx';
import { notify } from '../../ui/notify.tsx';
import { RecordDialog, RecordForm } from '../../ui/record-dialog.tsx';
import { SelectField, TextAreaField, TextField } from '../../ui/text-field.tsx';
import { useUnsavedGuard } from '../../ui/unsaved-guard.tsx';
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
  return (
    <RecordDialog opened={opened} record={customer} noun="Customer" size={560} onClose={onClose}>
      {(edited) => (
        <CustomerForm
          customer={edited}
          initialName={initialName}
          onClose={onClose}
          onSaved={onSaved}
        />
      )}
    </RecordDialog>
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

type FormProps = Omit<CustomerDialogProps, 'opened'>;

function CustomerForm({ customer, initialName, onClose, onSaved }: FormProps) {
  const form = useContractForm(customerInput, valuesOf(customer, initialName));
  const { register, formState } = form;
  const save = useSaveCustomer();
  const { forget, ...shell } = useRecordForm({
    noun: 'customer',
    record: customer,
    form,
    valuesOf,
    save: save.mutateAsync,
    onSaved: (saved) => {
      release();
      onSaved?.(saved);
      onClose();
    },
    onFailed: (words) => notify.error('Error', words),
  });
  const { leave, release } = useUnsavedGuard({ dirty: formState.isDirty, onDiscard: forget });
  const error = (name: keyof typeof LABELS) => formState.errors[name]?.message;
  const country = form.watch('country');

  return (
    <RecordForm noun="customer" labels={LABELS} {...shell} leave={leave} onClose={onClose}>
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
        placeholder="Choose a country"
        options={countryOptions(country)}
        {...register('country')}
        error={error('country')}
      />
    </RecordForm>
  );
}

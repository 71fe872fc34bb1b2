import type { Customer } from '../../../shared/customers/customer.contract.ts';
import { customerInput } from '../../../shared/customers/customer.contract.ts';
import { formFields, useContractForm } from '../../lib/contract-form.ts';
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
  const field = formFields(form, LABELS);
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
  const { leave, release } = useUnsavedGuard({ dirty: form.formState.isDirty, onDiscard: forget });
  const country = form.watch('country');

  return (
    <RecordForm noun="customer" labels={LABELS} {...shell} leave={leave} onClose={onClose}>
      <TextField className={fieldWidth.half} {...field('name')} autoComplete="off" data-autofocus />
      <TextField className={fieldWidth.half} {...field('company')} optional autoComplete="off" />
      <TextField
        className={fieldWidth.half}
        {...field('email')}
        optional
        type="email"
        inputMode="email"
        autoComplete="off"
      />
      <TextField
        className={fieldWidth.half}
        {...field('phone')}
        optional
        type="tel"
        autoComplete="off"
      />
      <TextAreaField
        className={fieldWidth.full}
        {...field('address')}
        optional
        rows={1}
        autoComplete="off"
      />
      <TextField className={fieldWidth.city} {...field('city')} optional autoComplete="off" />
      <TextField className={fieldWidth.third} {...field('state')} optional autoComplete="off" />
      <TextField className={fieldWidth.third} {...field('zipCode')} optional autoComplete="off" />
      <SelectField
        className={fieldWidth.half}
        {...field('country')}
        optional
        placeholder="Choose a country"
        options={countryOptions(country)}
      />
    </RecordForm>
  );
}

import type { Customer } from '../../../shared/customers/customer.contract.ts';
import { customerInput } from '../../../shared/customers/customer.contract.ts';
import { formFields, textValues, useContractForm } from '../../lib/contract-form.ts';
import { useRecordForm } from '../../lib/use-record-form.ts';
import { countryOptions } from '../../ui/countries.ts';
import { fieldWidth } from '../../ui/form-layout.tsx';
import { notify } from '../../ui/notify.tsx';
import { RecordDialog, RecordForm } from '../../ui/record-dialog.tsx';
import { EmailField, SelectField, TextAreaField, TextField } from '../../ui/text-field.tsx';
import { useUnsavedGuard } from '../../ui/unsaved-guard.tsx';
import { CustomerTaxFields } from './customer-tax-fields.tsx';
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
export function CustomerDialog({ opened, customer, ...props }: CustomerDialogProps) {
  const { onClose } = props;
  return (
    <RecordDialog opened={opened} record={customer} noun="Customer" size={560} onClose={onClose}>
      {(edited) => <CustomerForm customer={edited} {...props} />}
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
  currency: 'Currency',
  vatId: 'VAT ID',
  taxCategory: 'Tax treatment',
  taxExemptionReason: 'Reason on the document',
  notes: 'Notes',
} as const;

function toValues(customer: Customer | undefined, name = '') {
  const { taxCategory: _choice, ...texts } = LABELS;
  return {
    ...textValues(texts, customer ?? { name }),
    taxCategory: customer?.taxCategory ?? null,
  };
}

const { full, half, third, city } = fieldWidth;

type FormProps = Omit<CustomerDialogProps, 'opened'>;

function CustomerForm({ customer, initialName, onClose, onSaved }: FormProps) {
  const form = useContractForm(customerInput, toValues(customer, initialName));
  const field = formFields(form, LABELS);
  const save = useSaveCustomer();
  const { forget, ...shell } = useRecordForm({
    noun: 'customer',
    record: customer,
    form,
    toValues,
    save: save.mutateAsync,
    onSaved: (saved) => {
      release();
      onSaved?.(saved);
      onClose();
    },
    onFailed: (words) => notify.error('Error', words),
  });
  const { leave, release } = useUnsavedGuard({ dirty: form.formState.isDirty, onDiscard: forget });

  return (
    <RecordForm noun="customer" labels={LABELS} {...shell} leave={leave} onClose={onClose}>
      <TextField {...field('name', half)} autoComplete="off" data-autofocus />
      <TextField {...field('company', half)} optional autoComplete="off" />
      <EmailField {...field('email', half)} optional autoComplete="off" />
      <TextField {...field('phone', half)} optional type="tel" autoComplete="off" />
      <TextAreaField {...field('address', full)} optional rows={1} autoComplete="off" />
      <TextField {...field('city', city)} optional autoComplete="off" />
      <TextField {...field('state', third)} optional autoComplete="off" />
      <TextField {...field('zipCode', third)} optional autoComplete="off" />
      <SelectField
        {...field('country', half)}
        optional
        placeholder="Choose a country"
        options={countryOptions(form.watch('country'))}
      />
      <TextAreaField
        {...field('notes', full)}
        optional
        rows={2}
        hint="For you alone: no document shows them."
      />
      <CustomerTaxFields form={form} field={field} />
    </RecordForm>
  );
}

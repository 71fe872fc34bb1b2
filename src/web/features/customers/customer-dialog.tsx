import { shownAddressParts } from '../../../shared/contract/address-parts.ts';
import type { Customer } from '../../../shared/customers/customer.contract.ts';
import { customerInput } from '../../../shared/customers/customer.contract.ts';
import { useBusiness } from '../../documents/use-business.ts';
import { textValues, useContractForm } from '../../lib/contract-form.ts';
import { recordDialog, RecordForm } from '../../records/record-dialog.tsx';
import { useSaveRecord } from '../../records/record-kind.ts';
import type { RecordFormProps } from '../../records/use-record-editor.ts';
import { useRecordEditor } from '../../records/use-record-editor.ts';
import { CheckField } from '../../ui/check-field.tsx';
import { countryOptions } from '../../ui/countries.ts';
import { fieldWidth } from '../../ui/form-layout.tsx';
import { EmailField, SelectField, TextAreaField, TextField } from '../../ui/text-field.tsx';
import { CustomerTaxFields } from './customer-tax-fields.tsx';
import { CUSTOMERS } from './customers.ts';
import { useSameCustomers } from './use-same-customers.ts';

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
  neverRemind: 'Never remind',
  notes: 'Notes',
} as const;

function toValues(customer: Customer | undefined, name = '') {
  const { taxCategory: _choice, neverRemind: _check, ...texts } = LABELS;
  return {
    ...textValues(texts, customer ?? { name }),
    taxCategory: customer?.taxCategory ?? null,
    neverRemind: customer?.neverRemind ?? false,
  };
}

const { full, half, third, city } = fieldWidth;

export const CustomerDialog = recordDialog('Customer', 560, CustomerForm);

function CustomerForm({ initialName, ...edited }: RecordFormProps<Customer>) {
  const form = useContractForm(customerInput, toValues(edited.record, initialName));
  const save = useSaveRecord(CUSTOMERS);
  const { field, shell } = useRecordEditor({
    noun: 'customer',
    labels: LABELS,
    form,
    toValues,
    save: save.mutateAsync,
    ...edited,
  });
  const typed = form.watch();
  const { profile } = useBusiness();
  const parts = shownAddressParts(typed, form.formState.defaultValues, profile?.country);
  const same = useSameCustomers(typed, edited.record?.id);
  return (
    <RecordForm {...shell}>
      <TextField {...field('name', half)} autoComplete="off" data-autofocus />
      <TextField {...field('company', half)} optional autoComplete="off" />
      <EmailField {...field('email', half)} optional autoComplete="off" warning={same.email} />
      <TextField {...field('phone', half)} optional type="tel" autoComplete="off" />
      <TextAreaField {...field('address', full)} optional rows={1} autoComplete="off" />
      <TextField
        {...field('city', parts.state && parts.zipCode ? city : half)}
        optional
        autoComplete="off"
      />
      {parts.state && (
        <TextField
          {...field('state', parts.zipCode ? third : half)}
          label={parts.state}
          optional
          autoComplete="off"
        />
      )}
      {parts.zipCode && (
        <TextField
          {...field('zipCode', parts.state ? third : half)}
          label={parts.zipCode}
          optional
          autoComplete="off"
        />
      )}
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
        hint="Only you see these. They appear on no document."
      />
      <CheckField
        {...form.register('neverRemind')}
        className={full}
        label={LABELS.neverRemind}
        hint="No reminder of unpaid invoices is sent automatically."
      />
      <CustomerTaxFields form={form} field={field} sameVatId={same.vatId} />
    </RecordForm>
  );
}

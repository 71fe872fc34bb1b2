import { useWatch } from 'react-hook-form';
import {
  DEFAULT_EXPIRY_DAYS,
  defaultEstimateTerms,
} from '../../../shared/estimates/estimate-status.ts';
import { ON_ACCEPTANCE_OPTIONS } from '../../../shared/estimates/on-acceptance.ts';
import { DEFAULT_DUE_DAYS } from '../../../shared/invoices/invoice.contract.ts';
import { formFields } from '../../lib/contract-form.ts';
import { FormLayout, fieldWidth } from '../../ui/form-layout.tsx';
import { SelectField, TextAreaField, TextField } from '../../ui/text-field.tsx';
import type { ProfileFormReturn } from './profile-form-type.ts';
import { PROFILE_LABELS } from './profile-values.ts';

const { half } = fieldWidth;
/** Digits and nothing else: a keyboard of figures on the phone. */
const days = { inputMode: 'numeric', autoComplete: 'off', maxLength: 20 } as const;

/** What new invoices and estimates begin with. */
export function DocumentDefaultsFields({ form }: { form: ProfileFormReturn }) {
  const field = formFields(form, PROFILE_LABELS);
  const typed = useWatch({ control: form.control, name: 'estimateExpiryDays' });
  const expiry = /^\s*\d{1,4}\s*$/.test(String(typed)) ? Number(typed) : DEFAULT_EXPIRY_DAYS;
  return (
    <FormLayout>
      <TextField
        {...field('invoiceDueDays', half)}
        {...days}
        optional
        hint={`Leave empty for ${DEFAULT_DUE_DAYS} days.`}
      />
      <TextField
        {...field('estimateExpiryDays', half)}
        {...days}
        optional
        hint={`Leave empty for ${DEFAULT_EXPIRY_DAYS} days.`}
      />
      <TextAreaField {...field('invoiceNotes', half)} optional />
      <TextAreaField {...field('estimateNotes', half)} optional />
      <TextAreaField
        {...field('invoiceTerms', half)}
        optional
        hint="Such as how to pay, and what happens when it is late."
      />
      <TextAreaField
        {...field('estimateTerms', half)}
        optional
        hint={`Leave empty for “${defaultEstimateTerms(expiry)}”`}
      />
      <SelectField
        {...field('onAcceptance', half)}
        hint="Of an estimate that asks for a deposit, it is the deposit invoice."
        options={ON_ACCEPTANCE_OPTIONS}
      />
    </FormLayout>
  );
}

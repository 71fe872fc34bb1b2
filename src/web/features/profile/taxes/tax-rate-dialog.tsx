import { Controller } from 'react-hook-form';
import { countryCode, countryName } from '../../../../shared/countries/countries.ts';
import { findTaxFault } from '../../../../shared/taxes/check-taxes.ts';
import type { TaxRate } from '../../../../shared/taxes/tax-rate.contract.ts';
import { taxRateInput } from '../../../../shared/taxes/tax-rate.contract.ts';
import type { TaxCategory } from '../../../../shared/taxes/tax.ts';
import {
  CATEGORIES_AT_ZERO,
  CATEGORIES_WITH_REASON,
  chooseExemptionReason,
  TAX_CATEGORIES,
  TAX_CATEGORY_LABELS,
} from '../../../../shared/taxes/tax.ts';
import { useBusiness } from '../../../documents/use-business.ts';
import { textValues, useContractForm } from '../../../lib/contract-form.ts';
import { recordDialog, RecordForm } from '../../../records/record-dialog.tsx';
import type { RecordFormProps } from '../../../records/use-record-editor.ts';
import { useRecordEditor } from '../../../records/use-record-editor.ts';
import { CheckField } from '../../../ui/check-field.tsx';
import { countryCodeOptions } from '../../../ui/countries.ts';
import { RateField } from '../../../ui/decimal-field.tsx';
import { fieldWidth } from '../../../ui/form-layout.tsx';
import { SelectField, TextAreaField, TextField } from '../../../ui/text-field.tsx';
import { useSaveTaxRate } from './use-tax-rates.ts';

const LABELS = {
  name: 'Name',
  rate: 'Rate',
  category: 'Category',
  country: 'Country',
  exemptionReason: 'Reason on the document',
  registrationNumber: 'Registration number',
  compound: 'Compound',
  isDefault: 'Add to new lines',
} as const;

/** The contract's fields, and the rules between them in the words of the server. */
const schema = taxRateInput.superRefine(({ name, rate, category, compound, ...rest }, context) => {
  const reason = rest.exemptionReason ?? null;
  const tax = {
    name: name || (category && category !== 'S' ? TAX_CATEGORY_LABELS[category] : 'This tax'),
    rate,
    category: category ?? null,
    compound: compound ?? false,
  };
  const message = findTaxFault({ ...tax, exemptionReason: reason });
  if (!message) return;
  const needsReason = !findTaxFault({ ...tax, exemptionReason: 'a reason' });
  context.addIssue({
    code: 'custom',
    path: [needsReason ? 'exemptionReason' : 'rate'],
    message,
  });
});

function toValues(rate: TaxRate | undefined, name = '') {
  return {
    ...textValues(
      { name: '', rate: '', exemptionReason: '', registrationNumber: '', country: '' },
      rate ?? { name },
    ),
    category: rate?.category ?? null,
    compound: rate?.compound ?? false,
    isDefault: rate?.isDefault ?? false,
  };
}

/** What each category means to whoever has to choose. */
const MEANINGS: Record<TaxCategory, string> = {
  S: 'Tax is charged at this rate.',
  Z: 'Taxed at 0%, such as food or books in some countries.',
  E: 'The law exempts what you sell, or you as a small business.',
  AE: 'Your customer accounts for the tax. The document shows both VAT IDs.',
  K: 'Goods to a business in another EU country. The document shows both VAT IDs.',
  G: 'Goods that leave the EU.',
  O: 'No VAT applies at all. A document cannot mix this with other categories.',
  L: 'IGIC, the tax of the Canary Islands.',
  M: 'IPSI, the tax of Ceuta and Melilla.',
};

/** The business's own country stands first, and follows the profile unless the rate names it itself. */
function listCountries(own: string | null | undefined, stored: string | null | undefined) {
  const code = countryCode(own);
  return [
    { value: '', label: code ? `${countryName(code)} (your business)` : 'Your business’s country' },
    ...countryCodeOptions().filter(({ value }) => value !== code || value === stored),
  ];
}

const { full, half } = fieldWidth;

export const TaxRateDialog = recordDialog('Tax Rate', 520, TaxRateForm);

function TaxRateForm({ initialName, ...edited }: RecordFormProps<TaxRate>) {
  const form = useContractForm(schema, toValues(edited.record, initialName));
  const save = useSaveTaxRate();
  const { field, shell } = useRecordEditor({
    noun: 'tax rate',
    labels: LABELS,
    form,
    toValues,
    save: save.mutateAsync,
    ...edited,
  });
  const { profile } = useBusiness();
  const category = form.watch('category') || null;
  const chooseCategory = (value: string): TaxCategory | null => {
    const chosen = TAX_CATEGORIES.find((each) => each === value) ?? null;
    if (chosen && CATEGORIES_AT_ZERO.has(chosen)) {
      form.setValue('rate', '0');
      form.setValue('compound', false);
    }
    const reason = chooseExemptionReason(chosen, form.getValues('exemptionReason'));
    form.setValue('exemptionReason', reason, { shouldDirty: true });
    return chosen;
  };

  return (
    <RecordForm {...shell}>
      <TextField
        {...field('name', half)}
        placeholder="VAT, GST, Sales tax"
        autoComplete="off"
        data-autofocus
      />
      <Controller
        control={form.control}
        name="rate"
        render={({ field: one, fieldState }) => (
          <RateField
            {...one}
            value={String(one.value)}
            className={half}
            label={LABELS.rate}
            error={fieldState.error?.message}
          />
        )}
      />
      <Controller
        control={form.control}
        name="category"
        render={({ field: one, fieldState }) => (
          <SelectField
            {...one}
            value={one.value ?? ''}
            onChange={(event) => one.onChange(chooseCategory(event.target.value))}
            className={full}
            label={LABELS.category}
            error={fieldState.error?.message}
            hint={
              category
                ? MEANINGS[category]
                : 'Choose none for a sales tax, or where your law has no categories.'
            }
            options={[
              { value: '', label: 'None (not a VAT)' },
              ...TAX_CATEGORIES.map((value) => ({ value, label: TAX_CATEGORY_LABELS[value] })),
            ]}
          />
        )}
      />
      {category && CATEGORIES_WITH_REASON.has(category) && (
        <TextAreaField
          {...field('exemptionReason', full)}
          rows={2}
          hint="Why no tax is charged, in the words the law requires."
        />
      )}
      <SelectField
        {...field('country', full)}
        hint={
          form.watch('country')
            ? 'The tax report shows and adds up the taxes of each country separately.'
            : undefined
        }
        options={listCountries(profile?.country, edited.record?.country)}
      />
      <TextField
        {...field('registrationNumber', full)}
        optional
        autoComplete="off"
        hint="Your number for this tax, where documents must show it, as in Canada."
      />
      <CheckField
        {...form.register('isDefault')}
        className={full}
        label="Add to new lines"
        hint="When the editor’s Tax column is on."
      />
      {!(category && CATEGORIES_AT_ZERO.has(category)) && (
        <CheckField
          {...form.register('compound')}
          className={full}
          label="Compound"
          hint="Calculated on the price plus the taxes before it."
        />
      )}
    </RecordForm>
  );
}

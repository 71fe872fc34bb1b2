import { useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { Controller } from 'react-hook-form';
import type * as z from 'zod';
import type { customerInput } from '../../../shared/customers/customer.contract.ts';
import { chooseExemptionReason, TAX_CATEGORY_LABELS } from '../../../shared/taxes/tax.ts';
import { useVatIdDoubt } from '../../lib/use-vat-id-doubt.ts';
import { CurrencyControl } from '../../ui/currency-select.tsx';
import { cx } from '../../ui/cx.ts';
import { FormLayout, fieldWidth } from '../../ui/form-layout.tsx';
import { Icon } from '../../ui/icon.tsx';
import { IconChevronRight } from '../../ui/icons.ts';
import { SelectField, TextAreaField, TextField } from '../../ui/text-field.tsx';

type Form = UseFormReturn<z.input<typeof customerInput>, unknown, z.output<typeof customerInput>>;

interface FieldProps {
  label: string;
  error: string | undefined;
}

interface Props {
  form: Form;
  /** Who has the VAT ID already; '' for nobody. */
  sameVatId: string;
  field: (
    name: 'currency' | 'vatId' | 'taxCategory' | 'taxExemptionReason',
    className?: string,
  ) => FieldProps;
}

const TREATMENTS = ['E', 'AE', 'K', 'G', 'O'] as const;
const NAMES = ['currency', 'vatId', 'taxCategory', 'taxExemptionReason'] as const;
const { full, half } = fieldWidth;

/** What only some customers need: closed unless one of them says something, or is wrong. */
export function CustomerTaxFields({ form, field, sameVatId }: Props) {
  const [treatment, vatId, country] = form.watch(['taxCategory', 'vatId', 'country']);
  const doubt = useVatIdDoubt(vatId, country);
  const lacksVatId = (treatment === 'AE' || treatment === 'K') && !vatId?.trim();
  const { errors } = form.formState;
  const [opened, setOpened] = useState(() => NAMES.some((name) => form.getValues(name)));
  const isOpen = opened || NAMES.some((name) => errors[name]);
  const chooseTreatment = (value: string) => {
    const chosen = TREATMENTS.find((each) => each === value) ?? null;
    const reason = chooseExemptionReason(chosen, form.getValues('taxExemptionReason'));
    form.setValue('taxExemptionReason', reason, { shouldDirty: true });
    form.clearErrors('taxExemptionReason');
    return chosen;
  };
  return (
    <details
      className={cx('group', full)}
      open={isOpen}
      onToggle={(event) => setOpened(event.currentTarget.open)}
    >
      <summary className="flex min-h-7 w-fit cursor-pointer list-none items-center gap-1.5 font-med text-muted hover:text-ink max-md:min-h-11 [&::-webkit-details-marker]:hidden">
        <Icon as={IconChevronRight} size={14} className="group-open:rotate-90" />
        Tax and currency
      </summary>
      <FormLayout className="pt-2.5">
        <CurrencyControl
          control={form.control}
          name="currency"
          className={half}
          label="Currency"
          none="Same as your business"
        />
        <TextField
          {...field('vatId', half)}
          optional={!lacksVatId}
          autoComplete="off"
          warning={doubt || sameVatId}
          hint={lacksVatId && `${TAX_CATEGORY_LABELS[treatment]} needs the customer’s VAT ID.`}
        />
        <Controller
          control={form.control}
          name="taxCategory"
          render={({ field: one, fieldState }) => (
            <SelectField
              {...one}
              value={one.value ?? ''}
              onChange={(event) => one.onChange(chooseTreatment(event.target.value))}
              className={full}
              label="Tax treatment"
              error={fieldState.error?.message}
              options={[
                { value: '', label: 'Standard: your usual taxes' },
                ...TREATMENTS.map((value) => ({ value, label: TAX_CATEGORY_LABELS[value] })),
              ]}
            />
          )}
        />
        {treatment && (
          <TextAreaField
            {...field('taxExemptionReason', full)}
            rows={2}
            hint="Why no tax is charged. Shown on each document."
          />
        )}
      </FormLayout>
    </details>
  );
}

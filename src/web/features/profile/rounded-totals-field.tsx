import { useFieldArray, useFormState } from 'react-hook-form';
import { formatMoney, money } from '../../../shared/money/money.ts';
import { customaryIncrement, offeredIncrements } from '../../../shared/money/rounding-increment.ts';
import { IconButton } from '../../ui/button.tsx';
import { currencyLabel } from '../../ui/currency-options.ts';
import { CurrencySelect } from '../../ui/currency-select.tsx';
import { IconX } from '../../ui/icons.ts';
import { SelectField } from '../../ui/text-field.tsx';
import type { ProfileFormReturn } from './profile-form-type.ts';
import { FIELD_LABELS } from './profile-values.ts';

interface Props {
  form: ProfileFormReturn;
  /** The business's currency, offered first. */
  currency: string;
  className?: string | undefined;
}

/** What totals of new documents are rounded to: a row for each currency that the business has chosen. */
export function RoundedTotalsField({ form, currency, className }: Props) {
  const { control, register } = form;
  const { fields, append, remove } = useFieldArray({ control, name: 'roundedTotals' });
  const { errors } = useFormState({ control, name: 'roundedTotals' });
  const isChosen = (code: string) => fields.some((each) => each.currency === code);
  const add = (code: string) => {
    const increment = customaryIncrement(code) ?? offeredIncrements(code)[0];
    if (increment !== undefined && !isChosen(code)) append({ currency: code, increment });
  };
  return (
    <div className={className} role="group" aria-label={FIELD_LABELS.roundedTotals}>
      {fields.length > 0 && (
        <ul className="mb-3 border-t border-hairline">
          {fields.map(({ id, currency: code }, index) => (
            <li
              key={id}
              className="grid min-h-12 grid-cols-[minmax(0,1fr)_132px_auto] items-center gap-3 border-b border-hairline py-1.5"
            >
              <span className="wrap-anywhere">{currencyLabel(code)}</span>
              <SelectField
                {...register(`roundedTotals.${index}.increment`)}
                label={`${code} is rounded to`}
                labelHidden
                error={errors.roundedTotals?.[index]?.increment?.message}
                options={listIncrements(code, String(fields[index]?.increment))}
              />
              <IconButton
                label={`Do not round ${code}`}
                icon={IconX}
                onClick={() => remove(index)}
              />
            </li>
          ))}
        </ul>
      )}
      <CurrencySelect
        className="md:w-1/2 md:pr-2"
        label={fields.length === 0 ? FIELD_LABELS.roundedTotals : 'Another rounded currency'}
        hint="Totals of new documents in a currency that you add here are rounded, such as to CHF 0.05. Each document can be changed."
        none="Add a currency"
        used={[currency]}
        value=""
        onChange={add}
        error={errors.roundedTotals?.root?.message ?? errors.roundedTotals?.message}
      />
    </div>
  );
}

/** The usual increments of a currency, and one that a call chose. */
function listIncrements(currency: string, chosen: string) {
  const offered = offeredIncrements(currency);
  const all = offered.includes(chosen) ? offered : [chosen, ...offered];
  return all.map((value) => ({ value, label: formatMoney(money(value, currency)) }));
}

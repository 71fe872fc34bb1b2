import { useId } from 'react';
import { useFieldArray, useFormState } from 'react-hook-form';
import { formatMoney, money } from '../../../shared/money/money.ts';
import { customaryIncrement, offeredIncrements } from '../../../shared/money/rounding-increment.ts';
import { IconButton } from '../../ui/button.tsx';
import { currencyLabel } from '../../ui/currency-options.ts';
import { CurrencySelect } from '../../ui/currency-select.tsx';
import { cx } from '../../ui/cx.ts';
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
  const id = useId();
  const { control, register } = form;
  const { fields, append, remove } = useFieldArray({ control, name: 'roundedTotals' });
  const { errors } = useFormState({ control, name: 'roundedTotals' });
  const isChosen = (code: string) => fields.some((each) => each.currency === code);
  const add = (code: string) => {
    const increment = customaryIncrement(code) ?? offeredIncrements(code)[0];
    if (increment !== undefined && !isChosen(code)) append({ currency: code, increment });
  };
  return (
    <div
      className={cx('grid gap-2', className)}
      role="group"
      aria-labelledby={`${id}-label`}
      aria-describedby={`${id}-hint`}
    >
      <div>
        <p id={`${id}-label`} className="text-13 font-med max-md:text-14">
          {FIELD_LABELS.roundedTotals}
        </p>
        <p id={`${id}-hint`} className="text-13 leading-[1.4] text-muted">
          New documents in the currencies that you add have a rounded total, such as to CHF 0.05.
          You can switch it off on each document.
        </p>
      </div>
      {fields.length > 0 && (
        <ul className="border-t border-hairline">
          {fields.map(({ id: key, currency: code }, index) => (
            <li
              key={key}
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
        label="Currency to round"
        labelHidden
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

import type { Ref } from 'react';
import { useState } from 'react';
import type { Control, FieldValues, Path } from 'react-hook-form';
import { useController } from 'react-hook-form';
import { ComboboxField } from './combobox-field.tsx';
import { currencyLabel, currencyOptions, findCurrencies } from './currency-options.ts';
import type { FieldSetting } from './field.tsx';

interface Choice extends FieldSetting {
  /** First in the list, for none of its own. */
  none?: string;
  /** The currencies that the owner uses, which stand before the others. */
  used?: readonly string[];
}

interface Props extends Choice {
  value: string;
  onChange: (currency: string) => void;
  onBlur?: () => void;
  name?: string;
  ref?: Ref<HTMLInputElement>;
}

/** What most invoices of the world are in. */
const USUAL = ['USD', 'EUR', 'GBP', 'CAD', 'AUD', 'CHF', 'JPY', 'INR'];

/** A currency, found by its code or its name. */
export function CurrencySelect({ none, used = [], value, onChange, ...props }: Props) {
  const [typed, setTyped] = useState('');
  const all = currencyOptions([...used, ...USUAL]);
  const options = none === undefined ? all : [{ value: '', label: none }, ...all];
  return (
    <ComboboxField
      {...props}
      value={value}
      shown={value === '' ? (none ?? '') : currencyLabel(value)}
      options={findCurrencies(options, typed)}
      emptyText="No currency found."
      onSearch={setTyped}
      onChange={onChange}
    />
  );
}

interface ControlProps<T extends FieldValues, C, O> extends Choice {
  control: Control<T, C, O>;
  name: Path<T>;
}

/** A form's field for a currency. */
export function CurrencyControl<T extends FieldValues, C, O>({
  control,
  name,
  ...choice
}: ControlProps<T, C, O>) {
  const { field, fieldState } = useController({ control, name });
  const { value, ...rest } = field;
  return (
    <CurrencySelect
      error={fieldState.error?.message}
      {...choice}
      {...rest}
      value={String(value ?? '')}
    />
  );
}

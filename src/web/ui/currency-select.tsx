import type { ComponentProps } from 'react';
import { CURRENCIES, isCurrency } from '../../shared/money/currencies.ts';
import { currencyName } from '../../shared/money/money.ts';
import type { SelectOption } from './text-field.tsx';
import { SelectField } from './text-field.tsx';

/** What most invoices of the world are in. */
const FIRST = ['USD', 'EUR', 'GBP', 'CAD', 'AUD', 'CHF', 'JPY', 'INR'];

let known: SelectOption[] | undefined;

/** 'EUR, Euro': the most usual first. */
function currencyOptions(): SelectOption[] {
  known ??= [...FIRST, ...CURRENCIES.filter((code) => !FIRST.includes(code))].map((code) => ({
    value: code,
    label: `${code}, ${currencyName(code)}`,
  }));
  return known;
}

type Props = Omit<ComponentProps<typeof SelectField>, 'options'> & {
  /** First in the list, for none of its own. */
  none?: string;
};

/** A currency by its code and name. */
export function CurrencySelect({ none, ...props }: Props) {
  const options = currencyOptions();
  const { value } = props;
  const stored =
    typeof value === 'string' && value !== '' && !isCurrency(value) ? value : undefined;
  return (
    <SelectField
      {...props}
      options={[
        ...(none === undefined ? [] : [{ value: '', label: none }]),
        ...(stored ? [{ value: stored, label: stored }] : []),
        ...options,
      ]}
    />
  );
}

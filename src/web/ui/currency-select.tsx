import type { ComponentProps } from 'react';
import { currencyOptions } from './currency-options.ts';
import { SelectField } from './text-field.tsx';

type Props = Omit<ComponentProps<typeof SelectField>, 'options'> & {
  /** First in the list, for none of its own. */
  none?: string;
  /** The currencies that the owner uses, which stand before the others. */
  used?: readonly string[];
};

/** What most invoices of the world are in. */
const USUAL = ['USD', 'EUR', 'GBP', 'CAD', 'AUD', 'CHF', 'JPY', 'INR'];

/** A currency by its code and name. */
export function CurrencySelect({ none, used = [], ...props }: Props) {
  const options = currencyOptions([...used, ...USUAL]);
  return (
    <SelectField
      {...props}
      options={none === undefined ? options : [{ value: '', label: none }, ...options]}
    />
  );
}

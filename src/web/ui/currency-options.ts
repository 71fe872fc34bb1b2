import { CURRENCIES } from '../../shared/money/currencies.ts';
import { currencyName } from '../../shared/money/money.ts';
import type { SelectOption } from './text-field.tsx';

/** Every currency by its code and name, those that are used first. */
export function currencyOptions(used: readonly string[]): SelectOption[] {
  const first = [...new Set(used)];
  return [...first, ...CURRENCIES.filter((code) => !first.includes(code))].map((code) => ({
    value: code,
    label: `${code} – ${currencyName(code)}`,
  }));
}

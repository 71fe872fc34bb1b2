import { CURRENCIES } from '../../shared/money/currencies.ts';
import { currencyName } from '../../shared/money/money.ts';
import { fold } from '../../shared/search/fold.ts';

export interface CurrencyOption {
  value: string;
  label: string;
}

/** 'EUR – Euro' */
export const currencyLabel = (code: string): string => `${code} – ${currencyName(code)}`;

/** Every currency by its code and name, those that are used first. */
export function currencyOptions(used: readonly string[]): CurrencyOption[] {
  const first = [...new Set(used)];
  return [...first, ...CURRENCIES.filter((code) => !first.includes(code))].map((code) => ({
    value: code,
    label: currencyLabel(code),
  }));
}

/**
 * The options whose code or name has what is typed, however accents and capitals are: those whose
 * code begins with it, then those of whose name a word does, then the others.
 */
export function findCurrencies<Option extends CurrencyOption>(
  options: readonly Option[],
  typed: string,
): Option[] {
  const text = fold(typed);
  if (text === '') return [...options];
  const rank = ({ value, label }: Option): number => {
    const folded = fold(label);
    if (value !== '' && fold(value).startsWith(text)) return 0;
    return ` ${folded}`.includes(` ${text}`) ? 1 : folded.includes(text) ? 2 : 3;
  };
  return options
    .map((option) => ({ option, rank: rank(option) }))
    .filter((each) => each.rank < 3)
    .toSorted((a, b) => a.rank - b.rank)
    .map(({ option }) => option);
}

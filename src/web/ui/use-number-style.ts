import { useContext, useMemo } from 'react';
import type { NumberStyle } from '../../shared/money/number-style.ts';
import { numberStyle, PLAIN_STYLE } from '../../shared/money/number-style.ts';
import { BusinessCountryContext } from './business-country.ts';

/** How the business writes numbers: as its country does; plainly for who is no business. */
export function useNumberStyle(): NumberStyle {
  const country = useContext(BusinessCountryContext);
  return useMemo(() => (country === undefined ? PLAIN_STYLE : numberStyle(country)), [country]);
}

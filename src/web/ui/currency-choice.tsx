import { currencyName } from '../../shared/money/money.ts';
import { SegmentedControl } from './segmented-control.tsx';

interface Props {
  currencies: readonly { currency: string }[];
  value: string;
  onChange: (currency: string) => void;
}

/** Which currency a chart is of: bars of several would be compared. Nothing where there is one. */
export function CurrencyChoice({ currencies, value, onChange }: Props) {
  if (currencies.length < 2) return null;
  return (
    <div className="flex items-center gap-3 px-5 pb-4 text-13 text-muted max-md:px-4">
      <SegmentedControl
        label="Currency of the chart"
        segments={currencies.map(({ currency }) => ({ value: currency, label: currency }))}
        value={value}
        onChange={onChange}
      />
      <span className="max-md:hidden">{currencyName(value)}</span>
    </div>
  );
}

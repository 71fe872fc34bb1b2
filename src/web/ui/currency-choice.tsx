import { currencyName } from '../../shared/money/money.ts';
import classes from './currency-choice.module.css';
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
    <div className={classes.choice}>
      <SegmentedControl
        label="Currency of the chart"
        segments={currencies.map(({ currency }) => ({ value: currency, label: currency }))}
        value={value}
        onChange={onChange}
      />
      <span>{currencyName(value)}</span>
    </div>
  );
}

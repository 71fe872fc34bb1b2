import { isZero } from '../../../../shared/money/decimal.ts';
import type { Money } from '../../../../shared/money/money.ts';
import { formatMoney } from '../../../../shared/money/money.ts';
import { DoubleRule } from '../../../ui/double-rule.tsx';
import type { Stat } from '../../../ui/stat-strip.tsx';
import { FurtherSums, MoneyFigure } from '../../../ui/stat-strip.tsx';
import classes from './report-body.module.css';

/** A figure of the first currency, and beneath it of the others in which there is any. */
export function sumStat(label: string, [first, ...others]: readonly Money[], below?: string): Stat {
  const further = others.filter(({ amount }) => !isZero(amount));
  return {
    label,
    value: first && <MoneyFigure sum={first} />,
    also: further.length > 0 && <FurtherSums sums={further} />,
    below,
  };
}

/** An amount in a table where most are nothing. */
export function Amount({ sum }: { sum: Money }) {
  return isZero(sum.amount) ? <span className={classes.nothing}>—</span> : formatMoney(sum);
}

/** Sums at the foot of a column, each currency's in a line of its own. */
export function FootSums({ sums }: { sums: readonly Money[] }) {
  return (
    <span className={classes.sums}>
      {sums.map((sum) => (
        <DoubleRule key={sum.currency}>{formatMoney(sum)}</DoubleRule>
      ))}
    </span>
  );
}

export const isFilled = <One,>(list: readonly One[]): list is readonly [One, ...One[]] =>
  list.length > 0;

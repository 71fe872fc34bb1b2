import { IconArrowDownRight, IconArrowUpRight } from '@tabler/icons-react';
import type { CSSProperties, ReactNode } from 'react';
import type { CalendarDate } from '../../shared/dates/calendar-date.ts';
import { formatDate } from '../../shared/dates/calendar-date.ts';
import { currencyDecimals } from '../../shared/money/currencies.ts';
import type { Money } from '../../shared/money/money.ts';
import { formatMoney } from '../../shared/money/money.ts';
import { Icon } from './icon.tsx';
import { Skeleton } from './skeleton.tsx';
import classes from './stat-strip.module.css';

/** A few figures side by side in one ruled strip. */
export function StatStrip({ label, figures }: { label: string; figures: readonly Stat[] }) {
  return (
    <dl className={classes.strip} aria-label={label}>
      {figures.map(({ label: name, value, also, below }) => (
        <div key={name} className={classes.stat}>
          <dt>{name}</dt>
          <dd className={classes.value}>{value}</dd>
          {also && <dd className={classes.also}>{also}</dd>}
          <dd className={classes.below}>{below}</dd>
        </div>
      ))}
    </dl>
  );
}

export interface Stat {
  label: string;
  /** A sum, shown with its cents muted, or a count. */
  value: ReactNode;
  /** What else there is of it: sums in other currencies. */
  also?: ReactNode;
  /** One line beneath; its place is kept while it is empty. */
  below?: ReactNode;
}

/** A large sum: its cents muted. */
export function MoneyFigure({ sum }: { sum: Money }) {
  const text = formatMoney(sum);
  const decimals = currencyDecimals(sum.currency);
  const cents = decimals === 0 || sum.amount == null ? text.length : -decimals - 1;
  return (
    <span className={classes.figure} style={{ '--characters': text.length } as CSSProperties}>
      {text.slice(0, cents)}
      {cents < 0 && <span className={classes.cents}>{text.slice(cents)}</span>}
    </span>
  );
}

/** Sums in further currencies, and about what all come to together. */
export function FurtherSums({
  sums,
  about,
}: {
  sums: readonly Money[];
  about?: Money | undefined;
}) {
  return (
    <>
      {sums.map((sum) => (
        <span key={sum.currency}>
          {!sum.amount.startsWith('-') && '+ '}
          {formatMoney(sum)}
        </span>
      ))}
      {about && <span>about {formatMoney(about)} in all</span>}
    </>
  );
}

/** Of which day the rates are that sums over all currencies are made with. */
export function RatesNote({ date }: { date: CalendarDate }) {
  return (
    <StatNote>
      Sums in all are approximate: converted at this server’s exchange rates of {formatDate(date)}.
    </StatNote>
  );
}

/** How the figures of a strip are counted, beneath it. */
export function StatNote({ children }: { children: ReactNode }) {
  return <p className={classes.note}>{children}</p>;
}

interface TrendProps {
  direction: 'up' | 'down' | 'level';
  /** Green for good, red for bad, and neither where it is neither. */
  verdict: 'good' | 'bad' | 'even';
  /** The part that carries the color. */
  strong: string;
  children?: ReactNode;
}

/** Which way a figure went, in shape, color and words. */
export function Trend({ direction, verdict, strong, children }: TrendProps) {
  return (
    <span className={classes.trend} data-verdict={verdict}>
      {direction !== 'level' && (
        <Icon as={direction === 'up' ? IconArrowUpRight : IconArrowDownRight} size={14} />
      )}
      <b>{strong}</b>
      {children && <span>{children}</span>}
    </span>
  );
}

/** The strip while its figures are on their way. */
export function StatStripSkeleton({ labels }: { labels: readonly string[] }) {
  return (
    <div className={classes.strip} aria-hidden="true">
      {labels.map((label) => (
        <div key={label} className={classes.stat}>
          <div className={classes.label}>{label}</div>
          <div className={classes.value}>
            <Skeleton width="62%" height={20} />
          </div>
          <div className={classes.below}>
            <Skeleton width="48%" height={11} />
          </div>
        </div>
      ))}
    </div>
  );
}

import { IconArrowDownRight, IconArrowUpRight } from '@tabler/icons-react';
import type { CSSProperties, ReactNode } from 'react';
import type { Decimal } from '../../shared/money/hundredths.ts';
import { formatMoney } from '../../shared/money/hundredths.ts';
import { Icon } from './icon.tsx';
import { Skeleton } from './skeleton.tsx';
import classes from './stat-strip.module.css';

/** A few figures side by side in one ruled strip. */
export function StatStrip({ label, figures }: { label: string; figures: readonly Stat[] }) {
  return (
    <dl className={classes.strip} aria-label={label}>
      {figures.map(({ label: name, value, below }) => (
        <div key={name} className={classes.stat}>
          <dt>{name}</dt>
          <dd className={classes.value}>{value}</dd>
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
  /** One line beneath; its place is kept while it is empty. */
  below?: ReactNode;
}

/** A large sum: its cents muted. */
export function MoneyFigure({ amount }: { amount: Decimal }) {
  const text = formatMoney(amount);
  return (
    <span className={classes.figure} style={{ '--characters': text.length } as CSSProperties}>
      {text.slice(0, -3)}
      <span className={classes.cents}>{text.slice(-3)}</span>
    </span>
  );
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

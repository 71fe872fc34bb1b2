import type { CSSProperties, ReactNode } from 'react';
import type { CalendarDate } from '../../shared/dates/calendar-date.ts';
import { formatDate } from '../../shared/dates/calendar-date.ts';
import { currencyDecimals } from '../../shared/money/currencies.ts';
import type { Money } from '../../shared/money/money.ts';
import { formatMoney } from '../../shared/money/money.ts';
import { cx } from './cx.ts';
import { Icon } from './icon.tsx';
import { IconArrowDownRight, IconArrowUpRight } from './icons.ts';
import { Skeleton } from './skeleton.tsx';

const STRIP =
  'grid auto-cols-[minmax(0,1fr)] grid-flow-col rounded border border-hairline bg-surface max-md:grid-flow-row max-md:grid-cols-2';
/** On the phone two beside each other; the last of an odd number has the row for itself. */
const STAT =
  'flex min-w-0 flex-col border-hairline px-5 pt-4 pb-[15px] not-first:border-l max-md:px-[15px] max-md:pt-[13px] max-md:pb-3 max-md:odd:border-l-0 max-md:nth-[n+3]:border-t max-md:nth-[odd]:last:col-span-full';
const LABEL = 'truncate text-13 font-[480] text-muted';
const VALUE =
  '@container mt-[5px] mb-1.5 text-26 leading-tight font-semi tracking-fig whitespace-nowrap tabular-nums max-xl:text-[1.375rem] max-md:mt-[3px] max-md:mb-1 max-md:text-20';
const BELOW = 'mt-auto flex min-h-5 items-center text-13 text-muted max-md:text-[0.78125rem]';

/** A few figures side by side in one ruled strip. */
export function StatStrip({ label, figures }: { label: string; figures: readonly Stat[] }) {
  return (
    <dl className={STRIP} aria-label={label}>
      {figures.map(({ label: name, value, also, below }) => (
        <div key={name} className={STAT}>
          <dt className={LABEL}>{name}</dt>
          <dd className={VALUE}>{value}</dd>
          {also && (
            <dd className="-mt-0.5 mb-1.5 grid text-13 leading-5 text-ink-2 tabular-nums">
              {also}
            </dd>
          )}
          {/* In one line across the strip, whatever stands above. */}
          <dd className={BELOW}>{below}</dd>
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
    <span
      // A sum is never cut: a long one is set smaller. Its characters are 0.55 em wide on average.
      className="text-[length:min(1em,100cqi/(var(--characters)*0.55))]"
      style={{ '--characters': text.length } as CSSProperties}
    >
      {text.slice(0, cents)}
      {cents < 0 && <span className="font-[460] text-muted">{text.slice(cents)}</span>}
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
      {about && <span className="text-muted">about {formatMoney(about)} in total</span>}
    </>
  );
}

/** Of which day the rates are that sums over all currencies are made with. */
export function RatesNote({ date }: { date: CalendarDate }) {
  return (
    <StatNote>
      Totals across currencies are approximate, converted at this server’s exchange rates of{' '}
      {formatDate(date)}.
    </StatNote>
  );
}

/** How the figures of a strip are counted, beneath it. */
export function StatNote({ children }: { children: ReactNode }) {
  return <p className="mt-2 text-12 text-muted">{children}</p>;
}

interface TrendProps {
  direction: 'up' | 'down' | 'level';
  /** Green for good, red for bad, and neither where it is neither. */
  verdict: 'good' | 'bad' | 'even';
  /** The part that carries the color. */
  strong: string;
  children?: ReactNode;
}

const VERDICTS = { good: 'text-paid', bad: 'text-overdue', even: undefined };

/** Which way a figure went, in shape, color and words. */
export function Trend({ direction, verdict, strong, children }: TrendProps) {
  return (
    <span className="inline-flex flex-wrap items-center gap-x-[3px]" data-verdict={verdict}>
      {direction !== 'level' && (
        <Icon
          as={direction === 'up' ? IconArrowUpRight : IconArrowDownRight}
          size={14}
          className={VERDICTS[verdict]}
        />
      )}
      <b className={cx('font-[580]', VERDICTS[verdict])}>{strong}</b>
      {children && <span className="ml-[3px]">{children}</span>}
    </span>
  );
}

/** The strip while its figures are on their way. */
export function StatStripSkeleton({ labels }: { labels: readonly string[] }) {
  return (
    <div className={STRIP} aria-hidden="true">
      {labels.map((label) => (
        <div key={label} className={STAT}>
          <div className={LABEL}>{label}</div>
          <div className={VALUE}>
            <Skeleton width="62%" height={20} />
          </div>
          <div className={BELOW}>
            <Skeleton width="48%" height={11} />
          </div>
        </div>
      ))}
    </div>
  );
}

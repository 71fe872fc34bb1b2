import type { ReactNode } from 'react';
import type { Decimal } from '../../../shared/money/decimal.ts';
import { NO_FIGURE } from '../../../shared/money/decimal.ts';
import { formatMoney, money } from '../../../shared/money/money.ts';
import { cx } from '../../ui/cx.ts';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';

interface Props {
  /** null: it cannot be computed as long as something is wrong. */
  value: Decimal | null;
  format: (value: Decimal) => string;
}

/** A figure of the form as it stands; a dash where there is none, which readers hear in words. */
export function Figure({ value, format }: Props) {
  if (value !== null) return format(value);
  return (
    <>
      <span aria-hidden="true">{NO_FIGURE}</span>
      <VisuallyHidden>cannot be computed</VisuallyHidden>
    </>
  );
}

/** An amount in the document's currency. */
export function Amount({ value, currency }: { value: Decimal | null; currency: string }) {
  return <Figure value={value} format={(amount) => formatMoney(money(amount, currency))} />;
}

interface RowProps {
  label: ReactNode;
  /** How the row is removed. */
  removal?: ReactNode;
  /** What is wrong with it; `id` where a field refers to it. */
  fault?: { id?: string; words: string } | undefined;
  className?: string;
  /** What it comes to. */
  children: ReactNode;
}

/** A row of the totals. Figures keep their column: how a row is removed stands beside it. */
export function FigureRow({ label, removal, fault, className, children }: RowProps) {
  return (
    <div
      className={cx(
        'flex min-h-8 items-center justify-between gap-x-3',
        fault && 'flex-wrap',
        className,
      )}
    >
      <dt
        className={cx(
          'flex items-center gap-2 text-muted',
          removal !== undefined && 'min-w-0 flex-1 max-md:flex-wrap max-md:gap-y-0',
        )}
      >
        {label}
      </dt>
      <dd
        className={
          removal === undefined
            ? undefined
            : 'flex items-center gap-0.5 max-md:flex-row-reverse md:-mr-7.5'
        }
      >
        {children}
        {removal}
      </dd>
      {fault && (
        <dd id={fault.id} className="basis-full pt-0.5 pb-1.5 text-12 text-overdue">
          {fault.words}
        </dd>
      )}
    </div>
  );
}

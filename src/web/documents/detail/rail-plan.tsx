import type { ReactNode } from 'react';
import { cx } from '../../ui/cx.ts';
import { RailLink } from './document-rail.tsx';

interface PlanRow {
  number: number | string;
  when: string;
  amount: string;
  /** What became of it, in small words. */
  notes?: ReactNode;
}

/** The parts in which a document is paid; nothing where there is no plan. */
export function RailPlan({ title, rows }: { title: string; rows: readonly PlanRow[] }) {
  if (rows.length === 0) return null;
  return (
    <RailLink title={title}>
      <ol className="grid gap-1.5 tabular-nums">
        {rows.map(({ number, when, amount, notes }) => (
          <li key={number} className="flex items-baseline justify-between gap-3">
            <span className="flex flex-wrap items-baseline gap-x-2">
              {when}
              {/* They go to a line of their own together. */}
              <span className="flex gap-2 whitespace-nowrap empty:hidden">{notes}</span>
            </span>
            <b className="font-[500]">{amount}</b>
          </li>
        ))}
      </ol>
    </RailLink>
  );
}

export function PlanNote({ late = false, children }: { late?: boolean; children: ReactNode }) {
  return <small className={cx('text-12', late ? 'text-overdue' : 'text-muted')}>{children}</small>;
}

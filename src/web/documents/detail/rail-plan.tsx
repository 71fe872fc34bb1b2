import type { ReactNode } from 'react';
import { RailLink } from './document-rail.tsx';
import classes from './rail-plan.module.css';

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
      <ol className={classes.plan}>
        {rows.map(({ number, when, amount, notes }) => (
          <li key={number}>
            <span>
              {when}
              {notes}
            </span>
            <b>{amount}</b>
          </li>
        ))}
      </ol>
    </RailLink>
  );
}

export const LateNote = () => <small className={classes.late}>Overdue</small>;

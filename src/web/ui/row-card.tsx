import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { cx } from './cx.ts';
import classes from './row-card.module.css';

/** What is a table on the desktop: rows of two lines, for the phone. */
export function RowCards({ label, busy, children }: RowCardsProps) {
  return (
    <ul className={cx(classes.cards, busy && classes.busy)} aria-label={label}>
      {children}
    </ul>
  );
}

interface RowCardsProps {
  label: string;
  busy?: boolean | undefined;
  children: ReactNode;
}

export interface RowCardProps {
  /** Where it leads, if anywhere. */
  to?: string | undefined;
  /** A name at the left, a sum at the right. */
  name: ReactNode;
  amount: ReactNode;
  /** Muted beneath the name. */
  below?: ReactNode;
  /** Beneath the sum. */
  end?: ReactNode;
}

/** @param children what can be done with it, beneath what the card says */
export function RowCard({ children, ...card }: RowCardProps & { children?: ReactNode }) {
  return (
    <li>
      <RowCardLink {...card} />
      {children}
    </li>
  );
}

/** What a card holds, for lists that draw its frame themselves. */
export function RowCardLink({ to, name, amount, below, end }: RowCardProps) {
  const rows = (
    <>
      <b>
        <bdi>{name}</bdi>
      </b>
      <span className={classes.amount}>{amount}</span>
      <small>{below}</small>
      <span className={classes.end}>{end}</span>
    </>
  );
  if (to === undefined) return <div className={classes.link}>{rows}</div>;
  return (
    <Link to={to} className={classes.link}>
      {rows}
    </Link>
  );
}

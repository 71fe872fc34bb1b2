import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { cx } from './cx.ts';

/** What is a table on the desktop: rows of two lines, for the phone. */
export function RowCards({ label, busy, children }: RowCardsProps) {
  return (
    <ul className={cx('divide-y divide-hairline', busy && 'opacity-60')} aria-label={label}>
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

const LINK =
  'flex min-h-[68px] flex-col justify-center gap-[3px] px-4 py-3 text-inherit outline-offset-[-2px] hover:no-underline active:bg-wash';

const LINE = 'flex items-center gap-2';

/** What a card holds, for lists that draw its frame themselves. */
export function RowCardLink({ to, name, amount, below, end }: RowCardProps) {
  // Each line shares its own room: what is wide in one cuts nothing in the other.
  const rows = (
    <>
      <span className={LINE}>
        <b className="min-w-0 flex-1 truncate font-[570]">
          <bdi>{name}</bdi>
        </b>
        <span className="text-[0.96875rem] font-[580] tabular-nums">{amount}</span>
      </span>
      <span className={LINE}>
        <small className="min-w-0 flex-1 truncate text-13 text-muted">{below}</small>
        <span className="max-w-full truncate text-13 text-muted">{end}</span>
      </span>
    </>
  );
  if (to === undefined) return <div className={LINK}>{rows}</div>;
  return (
    <Link to={to} className={LINK}>
      {rows}
    </Link>
  );
}

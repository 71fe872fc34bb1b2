import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { cx } from './cx.ts';
import { Icon } from './icon.tsx';
import type { IconType } from './icons.ts';

/** The parts of every index card. */
export const CARD = {
  box: 'relative flex min-w-0 flex-col rounded border border-hairline bg-surface transition-[border-color,box-shadow] duration-(--t-fast) hover:border-line hover:shadow-[0_1px_2px_rgb(41_35_20/5%)]',
  head: 'flex gap-3 pt-4 pb-3.5 pl-4',
  title: 'min-w-0 flex-1 leading-[1.35]',
  heading: 'truncate text-15 font-[620] tracking-[-0.006em] max-md:text-[1rem]',
  lines: 'flex-1 px-4',
  line: 'flex items-start gap-2.5 border-t border-hairline py-2 leading-5',
  foot: 'flex min-h-[46px] items-center gap-x-3 rounded-b border-t border-hairline bg-[light-dark(var(--paper),var(--sunken))] py-2 pr-2.5 pl-4 text-13 text-muted max-md:py-1 max-md:pr-1.5',
};

interface Props {
  /** Before the title, such as an avatar. */
  lead?: ReactNode;
  title: ReactNode;
  /** The record's page: a press anywhere on the card goes there. */
  to?: string;
  /** Muted beneath the title. */
  below: ReactNode;
  /** At the right of the head. */
  aside?: ReactNode;
  /** `CardLine`s. */
  children?: ReactNode;
  /** What it comes to. */
  foot: ReactNode;
  actions: ReactNode;
}

/** A record as an index card: a head, ruled lines, a foot with sums and actions. */
export function IndexCard({ lead, title, to, below, aside, children, foot, actions }: Props) {
  return (
    <li className={CARD.box}>
      <div className={cx(CARD.head, 'items-center pr-3')}>
        {lead}
        <div className={CARD.title}>
          <h2 className={CARD.heading} dir="auto">
            {to === undefined ? (
              title
            ) : (
              <Link to={to} className="text-inherit after:absolute after:inset-0 after:rounded">
                {title}
              </Link>
            )}
          </h2>
          <p className="truncate text-muted">{below}</p>
        </div>
        {aside}
      </div>
      {children && <div className={CARD.lines}>{children}</div>}
      <div className={CARD.foot}>
        <p className="flex min-w-0 flex-1 flex-wrap gap-x-4.5">{foot}</p>
        <div className="relative flex flex-none gap-0.5">{actions}</div>
      </div>
    </li>
  );
}

interface LineProps {
  icon?: IconType;
  /** Room for two lines, so that cards beside each other are of one height. */
  tall?: boolean;
  children: ReactNode;
}

/** A ruled line of a card. */
export function CardLine({ icon, tall = false, children }: LineProps) {
  return (
    <div className={cx(CARD.line, tall ? 'min-h-[57px]' : 'min-h-[37px]')}>
      {icon && <Icon as={icon} className="mt-0.5 text-muted" />}
      <p className="min-w-0 wrap-anywhere">{children}</p>
    </div>
  );
}

/** What a card or a row does not have, in words or as a dash. */
export const Missing = ({ children }: { children: ReactNode }) => (
  <span className="text-faint">{children}</span>
);

/** A figure in a card's foot. */
export const CardFigure = ({ children }: { children: ReactNode }) => (
  <b className="font-[560] text-ink tabular-nums">{children}</b>
);

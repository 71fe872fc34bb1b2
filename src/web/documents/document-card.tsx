import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { Undelivered } from '../../shared/emails/undelivered.ts';
import type { Money } from '../../shared/money/money.ts';
import { formatMoney } from '../../shared/money/money.ts';
import { IconButton } from '../ui/button.tsx';
import { cx } from '../ui/cx.ts';
import { Icon } from '../ui/icon.tsx';
import type { IconType } from '../ui/icons.ts';
import { IconDots, IconEye } from '../ui/icons.ts';
import { CARD } from '../ui/index-card.tsx';
import type { MenuAction } from '../ui/menu.tsx';
import { Menu } from '../ui/menu.tsx';
import { UndeliveredLink } from './email/undelivered-mark.tsx';

interface Props {
  page: string;
  number: string;
  customer: { name: string; company: string | null };
  undelivered: Undelivered | null | undefined;
  badge: ReactNode;
  /** Its dates, and what else is said in a line. */
  facts: readonly { icon: IconType; label: string; value: ReactNode; isNone?: boolean }[];
  total: Money;
  view: MenuAction;
  menu: readonly (readonly MenuAction[])[];
  /** What stands beside the buttons of every card. */
  children?: ReactNode;
}

/** A document as an index card: who it is for, its dates, and what it comes to. */
export function DocumentCard({ page, number, customer, facts, total, view, menu, ...rest }: Props) {
  const actions = `Actions for ${number}`;
  return (
    <li className={CARD.box}>
      {/* The badge stands on the line of the number, and ends where the rules end. */}
      <div className={cx(CARD.head, 'items-start pr-4')}>
        <div className={CARD.title}>
          <h2 className={CARD.heading}>
            <Link to={page} className="text-inherit">
              {number}
            </Link>
          </h2>
          <p dir="auto" className="truncate text-muted">
            {customer.name}
          </p>
          <p dir="auto" className={cx('truncate', customer.company ? 'text-muted' : 'text-faint')}>
            {customer.company ?? 'No company'}
          </p>
        </div>
        <span className="flex flex-none items-center gap-1">
          <UndeliveredLink undelivered={rest.undelivered} to={page} withTime />
          {rest.badge}
        </span>
      </div>
      <div className={CARD.lines}>
        {facts.map(({ icon, label, value, isNone }) => (
          <div key={label} className={cx(CARD.line, 'min-h-[37px]')}>
            <Icon as={icon} className="mt-0.5 text-muted" />
            <dl className="flex flex-1 justify-between gap-2">
              <dt className="text-muted">{label}</dt>
              <dd className={cx('tabular-nums', isNone && 'text-faint')}>{value}</dd>
            </dl>
          </div>
        ))}
      </div>
      <div className={cx(CARD.foot, 'flex-wrap justify-between')}>
        <b className="py-1.5 text-15 font-semi text-ink tabular-nums">{formatMoney(total)}</b>
        {/* As high with a button as with a link, so that all cards are. */}
        <div className="ml-auto flex min-h-7.5 min-w-0 items-center gap-0.5">
          {rest.children}
          <IconButton
            size="sm"
            icon={IconEye}
            label={`View ${number}`}
            reads
            onClick={view.onClick}
          />
          <Menu
            label={actions}
            target={<IconButton size="sm" tooltip={false} icon={IconDots} label={actions} />}
            groups={menu}
          />
        </div>
      </div>
    </li>
  );
}

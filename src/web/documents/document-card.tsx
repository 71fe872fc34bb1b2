import { IconDots, IconEye } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { Undelivered } from '../../shared/emails/undelivered.ts';
import type { Money } from '../../shared/money/money.ts';
import { formatMoney } from '../../shared/money/money.ts';
import { IconButton } from '../ui/button.tsx';
import { cx } from '../ui/cx.ts';
import type { IconType } from '../ui/icon.tsx';
import { Icon } from '../ui/icon.tsx';
import card from '../ui/index-card.module.css';
import type { MenuAction } from '../ui/menu.tsx';
import { Menu } from '../ui/menu.tsx';
import classes from './document-card.module.css';
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
    <li className={card.card}>
      <div className={cx(card.head, classes.head)}>
        <div className={card.title}>
          <h2>
            <Link to={page} className={classes.number}>
              {number}
            </Link>
          </h2>
          <p dir="auto">{customer.name}</p>
          <p dir="auto" className={customer.company ? undefined : card.none}>
            {customer.company ?? 'No company'}
          </p>
        </div>
        <span className={classes.state}>
          <UndeliveredLink undelivered={rest.undelivered} to={page} />
          {rest.badge}
        </span>
      </div>
      <div className={card.lines}>
        {facts.map(({ icon, label, value, isNone }) => (
          <div key={label}>
            <Icon as={icon} />
            <dl className={classes.date}>
              <dt>{label}</dt>
              <dd className={isNone ? card.none : undefined}>{value}</dd>
            </dl>
          </div>
        ))}
      </div>
      <div className={cx(card.foot, classes.foot)}>
        <b className={classes.total}>{formatMoney(total)}</b>
        <div className={cx(card.actions, classes.actions)}>
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

import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { orpc } from '../lib/api.ts';
import { useUser } from '../lib/session.ts';
import { cx } from '../ui/cx.ts';
import { Icon } from '../ui/icon.tsx';
import { NAV_GROUPS } from './routes.ts';

interface Props {
  /** Path of the highlighted entry. */
  current: string | undefined;
  iconSize: number;
  /** Names stand in tooltips, where there is room for the pictures alone. */
  named?: 'beside' | 'in tooltips';
  /** How an entry looks, and what is left of that where it is the current one or not. */
  classes: { list: string; entry: string; on: string; off: string; name?: string };
  /** How many invoices are overdue, at their entry. */
  renderOverdue: (count: number) => ReactNode;
  onFollow?: () => void;
  /** At the end of the last group. */
  last: ReactNode;
}

/** A name in a tooltip at the right, where there is room for the picture alone. */
export const tipBeside = (name: string | false) =>
  name ? { 'data-tip': name, 'data-tip-side': 'right' } : {};

/** Every page that the signed-in person has, for the sidebar and the phone's menu. */
export function NavEntries({
  current,
  iconSize,
  named = 'beside',
  classes,
  renderOverdue,
  onFollow,
  last,
}: Props) {
  const user = useUser();
  const count = useOverdueCount();
  return NAV_GROUPS.map((group, index) => (
    <ul key={group[0]?.path} className={classes.list}>
      {group
        .filter((entry) => !entry.adminOnly || user?.isAdmin)
        .map(({ path, icon, label }) => (
          <li key={path}>
            <Link
              to={path}
              className={cx(classes.entry, path === current ? classes.on : classes.off)}
              aria-current={path === current ? 'page' : undefined}
              onClick={onFollow}
              {...tipBeside(named === 'in tooltips' && label)}
            >
              <Icon
                as={icon}
                size={iconSize}
                className={path === current && iconSize === 18 ? 'text-ink' : 'text-muted'}
              />
              <span className={classes.name}>{label}</span>
              {path === '/invoices' && count > 0 && renderOverdue(count)}
            </Link>
          </li>
        ))}
      {index === NAV_GROUPS.length - 1 && last}
    </ul>
  ));
}

/** How many invoices are overdue; 0 while it is not known. */
function useOverdueCount(): number {
  const { data } = useQuery(orpc.invoices.summary.queryOptions({ input: {} }));
  return data?.overdue.count ?? 0;
}

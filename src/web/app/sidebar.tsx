import { IconLifebuoy, IconLogout } from '@tabler/icons-react';
import { Link } from 'react-router';
import { formatCount } from '../lib/format-count.ts';
import { useUser } from '../lib/session.ts';
import { cx } from '../ui/cx.ts';
import { Icon } from '../ui/icon.tsx';
import { Logo } from '../ui/logo.tsx';
import { VisuallyHidden } from '../ui/visually-hidden.tsx';
import { askToLogOut } from './ask-to-log-out.ts';
import { Person } from './person.tsx';
import { NAV_GROUPS } from './routes.ts';
import classes from './sidebar.module.css';
import { useOverdueCount } from './use-overdue-count.ts';
import { useSupportAddress } from './use-support-address.ts';

/** @param current path of the highlighted entry */
export function Sidebar({ current }: { current: string | undefined }) {
  const user = useUser();
  const overdue = useOverdueCount();
  const support = useSupportAddress();
  if (!user) return null;
  return (
    <nav className={classes.side} aria-label="Main">
      <Link className={classes.logo} to="/" aria-label="Remit, to the dashboard">
        <Logo />
      </Link>
      <div className={classes.entries}>
        {NAV_GROUPS.map((group, index) => (
          <ul key={group[0]?.path}>
            {group
              .filter((entry) => !entry.adminOnly || user.isAdmin)
              .map((entry) => (
                <li key={entry.path}>
                  <Link
                    to={entry.path}
                    className={cx(classes.entry, entry.path === current && classes.on)}
                    aria-current={entry.path === current ? 'page' : undefined}
                  >
                    <Icon as={entry.icon} size={18} />
                    {entry.label}
                    {entry.path === '/invoices' && overdue > 0 && (
                      <span className={classes.overdue}>
                        {formatCount(overdue)}
                        <VisuallyHidden> overdue</VisuallyHidden>
                      </span>
                    )}
                  </Link>
                </li>
              ))}
            {index === NAV_GROUPS.length - 1 && (
              <li>
                <a
                  className={classes.entry}
                  href={support ?? '/business-profile'}
                  hidden={!support}
                >
                  <Icon as={IconLifebuoy} size={18} />
                  Contact Support
                </a>
              </li>
            )}
          </ul>
        ))}
      </div>
      <div className={classes.foot}>
        <div className={classes.me}>
          <Person user={user} />
        </div>
        <button type="button" className={classes.entry} onClick={askToLogOut}>
          <Icon as={IconLogout} size={18} />
          Logout
        </button>
      </div>
    </nav>
  );
}

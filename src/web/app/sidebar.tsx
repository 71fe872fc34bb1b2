import { IconLifebuoy, IconLogout } from '@tabler/icons-react';
import { Link } from 'react-router';
import { formatCount } from '../lib/format-count.ts';
import { useUser } from '../lib/session.ts';
import { Icon } from '../ui/icon.tsx';
import { Logo } from '../ui/logo.tsx';
import { VisuallyHidden } from '../ui/visually-hidden.tsx';
import { askToLogOut } from './ask-to-log-out.ts';
import { NavEntries } from './nav-entries.tsx';
import { Person } from './person.tsx';
import classes from './sidebar.module.css';
import { useSupportAddress } from './use-support-address.ts';

/** @param current path of the highlighted entry */
export function Sidebar({ current }: { current: string | undefined }) {
  const user = useUser();
  const support = useSupportAddress();
  if (!user) return null;
  return (
    <nav className={classes.side} aria-label="Main">
      <Link className={classes.logo} to="/" aria-label="Remit, to the dashboard">
        <Logo />
      </Link>
      <div className={classes.entries}>
        <NavEntries
          current={current}
          iconSize={18}
          classes={{ entry: classes.entry, on: classes.on }}
          renderOverdue={(count) => (
            <span className={classes.overdue}>
              {formatCount(count)}
              <VisuallyHidden> overdue</VisuallyHidden>
            </span>
          )}
          last={
            <li>
              <a className={classes.entry} href={support ?? '/business-profile'} hidden={!support}>
                <Icon as={IconLifebuoy} size={18} />
                Contact Support
              </a>
            </li>
          }
        />
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

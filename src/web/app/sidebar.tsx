import { IconLifebuoy, IconLogout } from '@tabler/icons-react';
import { Link } from 'react-router';
import { formatCount } from '../lib/format-count.ts';
import { useUser } from '../lib/session.ts';
import { Icon } from '../ui/icon.tsx';
import { Logo } from '../ui/logo.tsx';
import { useIsSidebarNarrow } from '../ui/use-is-phone.ts';
import { VisuallyHidden } from '../ui/visually-hidden.tsx';
import { askToLogOut } from './ask-to-log-out.ts';
import { NavEntries, tipBeside } from './nav-entries.tsx';
import { Person } from './person.tsx';
import classes from './sidebar.module.css';
import { useSupportAddress } from './use-support-address.ts';

/** @param current path of the highlighted entry */
export function Sidebar({ current }: { current: string | undefined }) {
  const user = useUser();
  const support = useSupportAddress();
  const narrow = useIsSidebarNarrow();
  if (!user) return null;
  return (
    <nav className={classes.side} aria-label="Main">
      <Link className={classes.logo} to="/" aria-label="Remit, to the dashboard">
        <Logo mark={narrow} />
      </Link>
      <div className={classes.entries}>
        <NavEntries
          current={current}
          iconSize={18}
          named={narrow ? 'in tooltips' : 'beside'}
          classes={{ entry: classes.entry, on: classes.on, name: classes.name }}
          renderOverdue={(count) => (
            <span className={classes.overdue}>
              {formatCount(count)}
              <VisuallyHidden> overdue</VisuallyHidden>
            </span>
          )}
          last={
            <li>
              <a
                className={classes.entry}
                href={support ?? '/business-profile'}
                hidden={!support}
                {...tipBeside(narrow && 'Contact Support')}
              >
                <Icon as={IconLifebuoy} size={18} />
                <span className={classes.name}>Contact Support</span>
              </a>
            </li>
          }
        />
      </div>
      <div className={classes.foot}>
        <div className={classes.me}>
          <Person user={user} />
        </div>
        <button
          type="button"
          className={classes.entry}
          onClick={askToLogOut}
          {...tipBeside(narrow && 'Logout')}
        >
          <Icon as={IconLogout} size={18} />
          <span className={classes.name}>Logout</span>
        </button>
      </div>
    </nav>
  );
}

import {
  IconClockCog,
  IconDownload,
  IconLifebuoy,
  IconLogout,
  IconMail,
  IconUserCircle,
} from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import { Link } from 'react-router';
import { InstallHint, useInstall } from '../features/install/index.ts';
import { formatCount } from '../lib/format-count.ts';
import { useUser } from '../lib/session.ts';
import { Sheet } from '../ui/dialog.tsx';
import { Icon } from '../ui/icon.tsx';
import { askToLogOut } from './ask-to-log-out.ts';
import classes from './mobile-bars.module.css';
import { NavEntries } from './nav-entries.tsx';
import { Person } from './person.tsx';
import { ThemeChoice } from './theme-choice.tsx';
import { useSupportAddress } from './use-support-address.ts';

interface Props {
  opened: boolean;
  onClose: () => void;
  current: string | undefined;
}

/** The phone's menu: every page, who is signed in and on which plan, and Logout. */
export function MenuSheet({ opened, onClose, current }: Props) {
  const user = useUser();
  const support = useSupportAddress();
  const [hint, setHint] = useState(false);
  const install = useInstall();
  if (!user) return null;
  return (
    <>
      <Sheet opened={opened} onClose={onClose} label="Menu">
        <div className={classes.person}>
          <Person user={user} large />
        </div>
        <NavEntries
          current={current}
          iconSize={21}
          classes={{ list: classes.entries, entry: classes.entry, on: classes.entryOn }}
          renderOverdue={(count) => (
            <span className={classes.overdue}>{formatCount(count)} overdue</span>
          )}
          onFollow={onClose}
          last={
            support && (
              <li>
                <a className={classes.entry} href={support}>
                  <Icon as={IconLifebuoy} size={21} />
                  Contact Support
                </a>
              </li>
            )
          }
        />
        <ul className={classes.entries}>
          <li>
            <Link className={classes.entry} to="/outbox" onClick={onClose}>
              <Icon as={IconMail} size={21} />
              Outbox
            </Link>
          </li>
          {user.isAdmin && (
            <li>
              <Link className={classes.entry} to="/jobs" onClick={onClose}>
                <Icon as={IconClockCog} size={21} />
                Background jobs
              </Link>
            </li>
          )}
          <li>
            <Link className={classes.entry} to="/account" onClick={onClose}>
              <Icon as={IconUserCircle} size={21} />
              Account
            </Link>
          </li>
          {install.how && (
            <li>
              <button
                type="button"
                className={classes.entry}
                onClick={() => {
                  onClose();
                  if (install.how === 'prompt') void install.prompt();
                  else setHint(true);
                }}
              >
                <Icon as={IconDownload} size={21} />
                Install Remit
              </button>
            </li>
          )}
          <li>
            <button type="button" className={classes.entry} onClick={askToLogOut}>
              <Icon as={IconLogout} size={21} />
              Logout
            </button>
          </li>
        </ul>
        <ThemeChoice />
      </Sheet>
      {hint && (
        <Suspense>
          <InstallHint opened onClose={() => setHint(false)} />
        </Suspense>
      )}
    </>
  );
}

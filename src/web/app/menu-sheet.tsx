import { Suspense, useState } from 'react';
import { Link } from 'react-router';
import { InstallHint, useInstall } from '../features/install/index.ts';
import { formatCount } from '../lib/format-count.ts';
import { useUser } from '../lib/session.ts';
import { cx } from '../ui/cx.ts';
import { Sheet } from '../ui/dialog.tsx';
import { Icon } from '../ui/icon.tsx';
import {
  IconClockCog,
  IconDownload,
  IconLifebuoy,
  IconLogout,
  IconMail,
  IconUserCircle,
} from '../ui/icons.ts';
import { askToLogOut } from './ask-to-log-out.ts';
import { NavEntries } from './nav-entries.tsx';
import { Person } from './person.tsx';
import { ThemeChoice } from './theme-choice.tsx';
import { useSupportAddress } from './use-support-address.ts';

const LIST = 'border-t border-hairline py-1.5';
const ENTRY =
  'flex h-11 w-full cursor-pointer items-center gap-3.5 rounded border-0 px-2 text-left text-[1rem] text-ink hover:no-underline active:bg-wash-2';

/** Beneath the pages. */
const LINKS = [
  { to: '/outbox', icon: IconMail, label: 'Outbox' },
  { to: '/jobs', icon: IconClockCog, label: 'Background jobs', adminOnly: true },
  { to: '/account', icon: IconUserCircle, label: 'Account' },
];

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
        <div className="px-2 pt-2 pb-3">
          <Person user={user} large />
        </div>
        <NavEntries
          current={current}
          iconSize={21}
          classes={{ list: LIST, entry: ENTRY, on: 'bg-wash-2 font-semi', off: 'bg-transparent' }}
          renderOverdue={(count) => (
            <span className="ml-auto text-14 font-[560] text-overdue">
              {formatCount(count)} overdue
            </span>
          )}
          onFollow={onClose}
          last={
            support && (
              <li>
                <a className={cx(ENTRY, 'bg-transparent')} href={support}>
                  <Icon as={IconLifebuoy} size={21} className="text-muted" />
                  Contact Support
                </a>
              </li>
            )
          }
        />
        <ul className={LIST}>
          {LINKS.filter(({ adminOnly }) => !adminOnly || user.isAdmin).map(
            ({ to, icon, label }) => (
              <li key={to}>
                <Link className={cx(ENTRY, 'bg-transparent')} to={to} onClick={onClose}>
                  <Icon as={icon} size={21} className="text-muted" />
                  {label}
                </Link>
              </li>
            ),
          )}
          {install.how && (
            <li>
              <button
                type="button"
                className={cx(ENTRY, 'bg-transparent')}
                onClick={() => {
                  onClose();
                  if (install.how === 'prompt') void install.prompt();
                  else setHint(true);
                }}
              >
                <Icon as={IconDownload} size={21} className="text-muted" />
                Install Remit
              </button>
            </li>
          )}
          <li>
            <button type="button" className={cx(ENTRY, 'bg-transparent')} onClick={askToLogOut}>
              <Icon as={IconLogout} size={21} className="text-muted" />
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

import {
  IconClockCog,
  IconDownload,
  IconKeyboard,
  IconLogout,
  IconMail,
  IconUserCircle,
} from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import { Link } from 'react-router';
import { displayName } from '../../shared/accounts/display-name.ts';
import { InstallHint, useInstall } from '../features/install/index.ts';
import { useUser } from '../lib/session.ts';
import { Avatar } from '../ui/avatar.tsx';
import { MENU_ITEM } from '../ui/floating.ts';
import { Icon } from '../ui/icon.tsx';
import { Popover } from '../ui/popover.tsx';
import { VisuallyHidden } from '../ui/visually-hidden.tsx';
import { askToLogOut } from './ask-to-log-out.ts';
import classes from './header.module.css';
import { ThemeChoice } from './theme-choice.tsx';

/** Name, e-mail, the account, the theme and Logout. More than a menu of actions: a small panel. */
export function AvatarMenu({ onShortcuts }: { onShortcuts: () => void }) {
  const user = useUser();
  const [anchor, setAnchor] = useState<HTMLElement>();
  const [hint, setHint] = useState(false);
  const install = useInstall();
  if (!user) return null;
  const name = displayName(user);
  const close = (then: () => void) => () => {
    setAnchor(undefined);
    then();
  };
  return (
    <>
      <button
        type="button"
        className={classes.avatar}
        aria-haspopup="dialog"
        aria-expanded={anchor !== undefined}
        onClick={({ currentTarget }) => setAnchor((was) => (was ? undefined : currentTarget))}
      >
        <Avatar name={name} ink />
        <VisuallyHidden>Account of {name}</VisuallyHidden>
      </button>
      <Popover
        anchor={anchor}
        onClose={() => setAnchor(undefined)}
        label="Account"
        className="w-[248px]"
      >
        <div className={classes.who}>
          <b>{name}</b>
          <span>{user.email}</span>
        </div>
        <div className={classes.part}>
          <Link className={MENU_ITEM} to="/account" onClick={() => setAnchor(undefined)}>
            <Icon as={IconUserCircle} />
            Account
          </Link>
          <button type="button" className={MENU_ITEM} onClick={close(onShortcuts)}>
            <Icon as={IconKeyboard} />
            Keyboard shortcuts
          </button>
          {install.how && (
            <button
              type="button"
              className={MENU_ITEM}
              onClick={close(() =>
                install.how === 'prompt' ? void install.prompt() : setHint(true),
              )}
            >
              <Icon as={IconDownload} />
              Install Remit
            </button>
          )}
        </div>
        <div className={classes.part}>
          <Link className={MENU_ITEM} to="/outbox" onClick={() => setAnchor(undefined)}>
            <Icon as={IconMail} />
            Outbox
          </Link>
          {user.isAdmin && (
            <Link className={MENU_ITEM} to="/jobs" onClick={() => setAnchor(undefined)}>
              <Icon as={IconClockCog} />
              Background jobs
            </Link>
          )}
        </div>
        <div className={classes.part}>
          <p className={classes.label}>Theme</p>
          <ThemeChoice className="flex" />
        </div>
        <div className={classes.part}>
          <button type="button" className={MENU_ITEM} onClick={close(askToLogOut)}>
            <Icon as={IconLogout} />
            Logout
          </button>
        </div>
      </Popover>
      {hint && (
        <Suspense>
          <InstallHint opened onClose={() => setHint(false)} />
        </Suspense>
      )}
    </>
  );
}

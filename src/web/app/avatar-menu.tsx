import type { MantineColorScheme } from '@mantine/core';
import { Popover, useMantineColorScheme } from '@mantine/core';
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
import { Icon } from '../ui/icon.tsx';
import itemClasses from '../ui/menu.module.css';
import { SegmentedControl } from '../ui/segmented-control.tsx';
import { VisuallyHidden } from '../ui/visually-hidden.tsx';
import { askToLogOut } from './ask-to-log-out.ts';
import classes from './header.module.css';

const THEMES = [
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
  { value: 'auto', label: 'System' },
] as const satisfies { value: MantineColorScheme; label: string }[];

export function ThemeChoice() {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <SegmentedControl
      label="Theme"
      segments={THEMES}
      value={colorScheme}
      onChange={setColorScheme}
    />
  );
}

/** Name, e-mail, the account, the theme and Logout. More than a menu of actions: a small panel. */
export function AvatarMenu({ onShortcuts }: { onShortcuts: () => void }) {
  const user = useUser();
  const [opened, setOpened] = useState(false);
  const [hint, setHint] = useState(false);
  const install = useInstall();
  if (!user) return null;
  const name = displayName(user);
  const close = (then: () => void) => () => {
    setOpened(false);
    then();
  };
  return (
    <>
      <Popover
        opened={opened}
        onChange={setOpened}
        position="bottom-end"
        offset={4}
        width={248}
        trapFocus
        returnFocus
        transitionProps={{ transition: 'fade-down', duration: 160 }}
      >
        <Popover.Target>
          <button
            type="button"
            className={classes.avatar}
            aria-haspopup="dialog"
            aria-expanded={opened}
            onClick={() => setOpened((was) => !was)}
          >
            <Avatar name={name} ink />
            <VisuallyHidden>Account of {name}</VisuallyHidden>
          </button>
        </Popover.Target>
        <Popover.Dropdown aria-label="Account">
          <div className={classes.who}>
            <b>{name}</b>
            <span>{user.email}</span>
          </div>
          <div className={classes.part}>
            <Link className={itemClasses.item} to="/account" onClick={() => setOpened(false)}>
              <Icon as={IconUserCircle} />
              Account
            </Link>
            <button type="button" className={itemClasses.item} onClick={close(onShortcuts)}>
              <Icon as={IconKeyboard} />
              Keyboard shortcuts
            </button>
            {install.how && (
              <button
                type="button"
                className={itemClasses.item}
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
            <Link className={itemClasses.item} to="/outbox" onClick={() => setOpened(false)}>
              <Icon as={IconMail} />
              Outbox
            </Link>
            {user.isAdmin && (
              <Link className={itemClasses.item} to="/jobs" onClick={() => setOpened(false)}>
                <Icon as={IconClockCog} />
                Background jobs
              </Link>
            )}
          </div>
          <div className={classes.part}>
            <p className={classes.label}>Theme</p>
            <ThemeChoice />
          </div>
          <div className={classes.part}>
            <button type="button" className={itemClasses.item} onClick={close(askToLogOut)}>
              <Icon as={IconLogout} />
              Logout
            </button>
          </div>
        </Popover.Dropdown>
      </Popover>
      {hint && (
        <Suspense>
          <InstallHint opened onClose={() => setHint(false)} />
        </Suspense>
      )}
    </>
  );
}

import type { MantineColorScheme } from '@mantine/core';
import { Menu, useMantineColorScheme } from '@mantine/core';
import { IconKeyboard, IconLogout, IconUserCircle } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { displayName } from '../../shared/accounts/display-name.ts';
import { logOut, useUser } from '../lib/session.ts';
import { Avatar } from '../ui/avatar.tsx';
import { Icon } from '../ui/icon.tsx';
import { SegmentedControl } from '../ui/segmented-control.tsx';
import { VisuallyHidden } from '../ui/visually-hidden.tsx';
import classes from './header.module.css';

const AccountDialog = lazy(async () => ({
  default: (await import('../features/account/account-dialog.tsx')).AccountDialog,
}));

export const THEMES = [
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
  { value: 'auto', label: 'System' },
] as const satisfies { value: MantineColorScheme; label: string }[];

/** Name, e-mail, the theme, the account and Log out. */
export function AvatarMenu({ onShortcuts }: { onShortcuts: () => void }) {
  const user = useUser();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const [account, setAccount] = useState(false);
  if (!user) return null;
  const name = displayName(user);
  return (
    <>
      <Menu
        position="bottom-end"
        offset={4}
        width={248}
        transitionProps={{ transition: 'fade-down', duration: 160 }}
      >
        <Menu.Target>
          <button type="button" className={classes.avatar}>
            <Avatar name={name} ink />
            <VisuallyHidden>Account of {name}</VisuallyHidden>
          </button>
        </Menu.Target>
        <Menu.Dropdown aria-label="Account">
          <div className={classes.who}>
            <b>{name}</b>
            <span>{user.email}</span>
          </div>
          <Menu.Divider />
          <Menu.Item leftSection={<Icon as={IconUserCircle} />} onClick={() => setAccount(true)}>
            Account
          </Menu.Item>
          <Menu.Item leftSection={<Icon as={IconKeyboard} />} onClick={onShortcuts}>
            Keyboard shortcuts
          </Menu.Item>
          <Menu.Divider />
          <Menu.Label>Theme</Menu.Label>
          <div className={classes.theme}>
            <SegmentedControl
              label="Theme"
              segments={THEMES}
              value={colorScheme}
              onChange={setColorScheme}
            />
          </div>
          <Menu.Divider />
          <Menu.Item leftSection={<Icon as={IconLogout} />} onClick={() => void logOut()}>
            Log out
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {account && (
        <Suspense>
          <AccountDialog onClose={() => setAccount(false)} />
        </Suspense>
      )}
    </>
  );
}

import { Popover } from '@mantine/core';
import { IconBell } from '@tabler/icons-react';
import { useState } from 'react';
import { IconButton } from '../ui/button.tsx';
import classes from './header.module.css';

export function NotificationsBell() {
  const [opened, setOpened] = useState(false);
  return (
    <Popover
      opened={opened}
      onChange={setOpened}
      width="min(376px, calc(100vw - 24px))"
      position="bottom-end"
      offset={4}
      trapFocus
      transitionProps={{ transition: 'fade-down', duration: 160 }}
      classNames={{ dropdown: classes.popover }}
    >
      <Popover.Target>
        <IconButton
          className={classes.bell}
          label="Notifications"
          tooltip={false}
          icon={IconBell}
          aria-haspopup="dialog"
          aria-expanded={opened}
          onClick={() => setOpened((was) => !was)}
        />
      </Popover.Target>
      <Popover.Dropdown aria-label="Notifications">
        <h2 className={classes.popoverHead}>Notifications</h2>
        <p className={classes.notifications} tabIndex={-1} data-autofocus>
          No notifications yet.
        </p>
      </Popover.Dropdown>
    </Popover>
  );
}
